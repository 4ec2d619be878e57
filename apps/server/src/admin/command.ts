import { ApiError } from '../api-error.ts';
import type { Context } from '../context.ts';
import { AdminError, type Options } from './options.ts';

/** A command of script/admin: what it takes, and what it does on the database. */
export type Command = {
  usage: string;
  /** What is said of a list in which there is nothing. */
  none?: string;
  run: (context: Context, options: Options) => Promise<object>;
};

/** What was asked for by its id. */
export const found = <T>(value: T | null | undefined): T => {
  if (value === null || value === undefined) throw new AdminError('There is none with this id.');
  return value;
};

/** Says in words what a use case refused. */
export const sayRefusal = (cause: unknown): never => {
  throw cause instanceof ApiError ? new AdminError(cause.message, { cause }) : cause;
};
