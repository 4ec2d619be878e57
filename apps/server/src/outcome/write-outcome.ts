import type { Tx } from '../platform/database/transact.ts';
import { extendChains } from './chains.ts';
import { fanOutEvents } from './events.ts';
import { enqueueJobs } from './jobs.ts';
import { sendStatement } from './last-statement.ts';
import { cancelMessages, queueMessages } from './messages.ts';
import { insertSession } from './new-session.ts';
import { settleQuota, takeQuota } from './quota.ts';
import { changeRows, insertRows, keepReply, tellRooms } from './rows.ts';

/**
 * Writes the outcome of a use case (platform/database/outcome.ts) by the last statement of its transaction. Only the
 * heads of chains are locked before, and read under their locks; so are the endpoints of a further organisation.
 */
export const writeOutcome = async (tx: Tx): Promise<void> => {
  const { db, now, outcome } = tx;
  const chains = await extendChains(tx);
  const events = await fanOutEvents(tx);
  const parts = [
    ...insertSession(outcome.newSession),
    ...takeQuota(outcome.quotaTaken),
    ...settleQuota(outcome.quotaSettled),
    ...cancelMessages(outcome.cancelledMessages, now),
    ...queueMessages(outcome.messages),
    ...insertRows(outcome.rows),
    ...changeRows(outcome.changes),
    ...tellRooms(outcome.roomEvents, now),
    ...enqueueJobs(outcome.jobs),
    ...keepReply(outcome.reply, now),
    ...chains,
    ...events,
  ];
  await sendStatement(db, { parts, right: outcome.right });
};

/** Writes the new session before the rest, for the statements of its transaction that refer to it. */
export const writeNewSession = async ({ db, outcome }: Pick<Tx, 'db' | 'outcome'>): Promise<void> => {
  const parts = insertSession(outcome.newSession);
  outcome.newSession = null;
  await sendStatement(db, { parts });
};
