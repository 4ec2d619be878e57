import type { ClientOptions } from '../../requests/options.ts';
import { defaultRuntime } from '../../requests/default-runtime.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** The terminal keeps its lines. Its clock stands at the beginning of 2026-11-22 unless told otherwise. */
export const openTestTerminal = ({
  out = [],
  err = [],
  env = {},
  typed = [],
  signal = new AbortController().signal,
  options = {},
}: {
  out?: string[];
  err?: string[];
  env?: Record<string, string>;
  typed?: string[];
  signal?: AbortSignal;
  options?: ClientOptions;
}): Terminal => ({
  print: (text) => void out.push(text),
  complain: (text) => void err.push(text),
  askSecret: async () => typed.shift() ?? '',
  env,
  signal,
  runtime: { ...defaultRuntime, now: () => Date.parse('2026-11-22T00:00:00Z'), ...options.runtime },
  clientOptions: { fetch: options.fetch },
});
