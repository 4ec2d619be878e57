import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { defaultRuntime } from '../../requests/default-runtime.ts';
import type { Terminal } from './terminal.ts';

/** Ctrl-C once ends a command in good order, twice at once. */
export function openTerminal(): Terminal {
  const ending = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ending.abort());
  return {
    print: (text) => void process.stdout.write(`${text}\n`),
    complain: (text) => void process.stderr.write(`${text}\n`),
    askSecret,
    env: process.env,
    runtime: defaultRuntime,
    clientOptions: {},
    signal: ending.signal,
  };
}

async function askSecret(question: string): Promise<string> {
  process.stderr.write(question);
  // readline would show what is typed, so it writes nowhere.
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const reader = createInterface({ input: process.stdin, output: nowhere, terminal: process.stdin.isTTY });
  reader.once('SIGINT', () => process.exit(130));
  try {
    // Input that ends without a line is an empty answer.
    const ended = new Promise<string>((resolve) => reader.once('close', () => resolve('')));
    return await Promise.race([reader.question(''), ended]);
  } finally {
    reader.close();
    process.stderr.write('\n');
  }
}
