import { Refusal } from '../refusals.ts';
import type { Context } from '../context.ts';
import { AdminError, type Options } from './options.ts';

/** A command of script/admin: its options, and its work on the database. */
export type Command = {
  usage: string;
  /** Words for an empty list. */
  none?: string;
  run: (context: Context, options: Options) => Promise<object>;
};

/**
 * Gives what was asked for by its id.
 * @throws {AdminError} where there is none
 */
export const found = <T>(value: T | null | undefined): T => {
  if (value === null || value === undefined) throw new AdminError('There is none with this id.');
  return value;
};

/** Says in words what a use case refused. */
export const sayRefusal = (cause: unknown): never => {
  throw cause instanceof Refusal ? new AdminError(cause.message, { cause }) : cause;
};
