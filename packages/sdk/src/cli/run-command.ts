import { readFile } from 'node:fs/promises';
import { EvidenceError, type EvidenceVerdict, verifyEvidence } from '../evidence.ts';
import { openFile } from './open-file.ts';
import { readArguments, USAGE, type VerifyCommand } from './read-arguments.ts';
import { renderVerdict, toPrintable } from './render-verdict.ts';

/** What the program has of the world beside files. */
export interface Terminal {
  readonly print: (text: string) => void;
  readonly complain: (text: string) => void;
  readonly now: () => Date;
}

/** The exit codes, for scripts. */
export const EXIT_CODES = { verified: 0, broken: 1, intact: 3 } as const;
export const MISUSED = 2;

/** Runs a command line, and gives its exit code. */
export async function runCommand(args: readonly string[], terminal: Terminal): Promise<number> {
  const command = readArguments(args);
  if (command.kind === 'help') {
    terminal.print(USAGE);
    return 0;
  }
  if (command.kind === 'misuse') {
    terminal.complain(`${toPrintable(command.reason)}\n\n${USAGE}`);
    return MISUSED;
  }
  try {
    const verdict = await verifyFile(command, terminal);
    terminal.print(command.json ? JSON.stringify(verdict) : renderVerdict(verdict, command.path));
    return EXIT_CODES[verdict.verdict];
  } catch (error) {
    // A file that can't be read, or a root that is none: of the bundle's own faults there is a verdict.
    if (!isOfFiles(error)) throw error;
    terminal.complain(toPrintable(error.message));
    return MISUSED;
  }
}

async function verifyFile(
  { path, roots, head }: VerifyCommand,
  { now }: Pick<Terminal, 'now'>,
): Promise<EvidenceVerdict> {
  const rootTexts = await readRootFiles(roots);
  const file = await openFile(path);
  try {
    return await verifyEvidence(file.source, {
      roots: rootTexts,
      now: now(),
      ...(head !== undefined && { expectedHead: head }),
    });
  } finally {
    await file.close();
  }
}

function isOfFiles(error: unknown): error is Error {
  return error instanceof EvidenceError || (error instanceof Error && 'syscall' in error);
}

/** The contents of certificate files. A name that can't be read is in the error. */
function readRootFiles(paths: readonly string[]): Promise<Uint8Array[]> {
  return Promise.all(paths.map((path) => readFile(path)));
}
