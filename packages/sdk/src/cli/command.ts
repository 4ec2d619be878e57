import type { ParseArgsOptionsConfig } from 'node:util';
import type { Terminal } from './terminal/terminal.ts';

/** Arguments of a command: its options by name, and the rest. */
export interface Given {
  readonly values: Readonly<Record<string, string | boolean | readonly string[] | undefined>>;
  readonly positionals: readonly string[];
}

/** A command of the program. */
export interface Command {
  /** For the list of commands. */
  readonly summary: string;
  /** Text that `--help` shows after the command. */
  readonly usage: string;
  readonly options: ParseArgsOptionsConfig;
  /** @returns the exit code */
  readonly run: (given: Given, terminal: Terminal) => Promise<number>;
}

/** Fault of the command line; the message says the change to make. */
export class Misuse extends Error {
  override name = 'Misuse';
}

/** Obstacle to a right command line; the message names it. */
export class Hindrance extends Error {
  override name = 'Hindrance';
}

export const FAILED = 1;
export const MISUSED = 2;

/** An option's text, or undefined when it was not given. */
export const readText = ({ values }: Given, name: string): string | undefined => {
  const value = values[name];
  return typeof value === 'string' ? value : undefined;
};

/** Every text of an option that may be given several times. */
export const readTexts = ({ values }: Given, name: string): readonly string[] => {
  const value = values[name];
  return Array.isArray(value) ? (value as readonly string[]) : [];
};

/** The one thing that stands beside the options. */
export const readOnly = (
  { positionals }: Given,
  { missing, several }: { missing: string; several: string },
) => {
  const [first, ...rest] = positionals;
  if (first === undefined) throw new Misuse(missing);
  if (rest.length > 0) throw new Misuse(several);
  return first;
};
