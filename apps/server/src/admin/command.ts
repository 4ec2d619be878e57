import { Refusal } from '../refusals.ts';
import type { Context } from '../context.ts';
import type { Finding } from '../doctor/probes/finding.ts';
import { AdminError, type Options } from './options.ts';

export type Command = {
  usage: string;
  /** A line for who reads --help. */
  meaning: string;
  none?: string;
  /** Its result leads to BASE_URL. */
  makesLink?: true;
  run: (context: Context, options: Options) => Promise<object>;
};

/** A command that needs all settings of the server. */
export type KeyedCommand = {
  usage: string;
  meaning: string;
  run: (context: Context, options: Options) => Promise<Finding[] | object>;
};

export const NO_ORGANISATION =
  'There is no organisation with this id. script/admin organisation list shows those that there are.';
export const NO_CREDENTIAL =
  'There is no active credential with this id. script/admin credential list shows those of an organisation.';
export const NO_MEMBER =
  'There is no active member with this id in the organisation. script/admin member list shows its members.';

/** `words` says what there is none of, and where those can be seen that there are. */
export const found = <T>(value: T | null | undefined, words: string): T => {
  if (value === null || value === undefined) throw new AdminError(words);
  return value;
};

export const requireOrganisation = async ({ database }: Pick<Context, 'database'>, options: Options) => {
  const id = options.uuid('organisation');
  return found(await database.prisma.organisation.findUnique({ where: { id } }), NO_ORGANISATION);
};

export const sayRefusal = (cause: unknown): never => {
  throw cause instanceof Refusal ? new AdminError(cause.message, { cause }) : cause;
};
