import { Refusal } from '../refusals.ts';
import type { Context } from '../context.ts';
import { AdminError, type Options } from './options.ts';

export type Command = {
  usage: string;
  none?: string;
  run: (context: Context, options: Options) => Promise<object>;
};

export const found = <T>(value: T | null | undefined): T => {
  if (value === null || value === undefined) throw new AdminError('There is none with this id.');
  return value;
};

export const sayRefusal = (cause: unknown): never => {
  throw cause instanceof Refusal ? new AdminError(cause.message, { cause }) : cause;
};
