import type { ParseArgsOptionsConfig } from 'node:util';
import type { Terminal } from './terminal/terminal.ts';

export interface Given {
  readonly values: Readonly<Record<string, string | boolean | readonly string[] | undefined>>;
  readonly positionals: readonly string[];
}

export interface Command {
  readonly summary: string;
  readonly usage: string;
  readonly options: ParseArgsOptionsConfig;
  /** @returns the exit code */
  readonly run: (given: Given, terminal: Terminal) => Promise<number>;
}

/** The message says how to change the command line. */
export class Misuse extends Error {
  override name = 'Misuse';
}

/** The command line is right, and something else stands in the way. */
export class Hindrance extends Error {
  override name = 'Hindrance';
}

export const FAILED = 1;
export const MISUSED = 2;

export const readText = ({ values }: Given, name: string): string | undefined => {
  const value = values[name];
  return typeof value === 'string' ? value : undefined;
};

/** Every text of an option that may be given several times. */
export const readTexts = ({ values }: Given, name: string): readonly string[] => {
  const value = values[name];
  return Array.isArray(value) ? (value as readonly string[]) : [];
};

export const readOnly = (
  { positionals }: Given,
  { missing, several }: { missing: string; several: string },
) => {
  const [first, ...rest] = positionals;
  if (first === undefined) throw new Misuse(missing);
  if (rest.length > 0) throw new Misuse(several);
  return first;
};
