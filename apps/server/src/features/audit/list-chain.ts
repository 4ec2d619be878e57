import { noSuch } from '../../api-error.ts';
import type { Context } from '../../context.ts';
import { listEntries, type ListEntries } from './list-entries.ts';

/** One page of a session's audit chain, as it was hashed, last entry first. */
export const listChain = async (context: Pick<Context, 'database' | 'keyring'>, asked: ListEntries) => {
  const page = await listEntries(context, 'chain', asked);
  // A session's creation writes the first entry of its chain: without any there is no such session.
  if (page.data.length === 0) throw noSuch('session', asked.sessionId);
  return page;
};
