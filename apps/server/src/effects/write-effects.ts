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
 * Writes the outcome of a use case (platform/database/effects.ts) by the last statement of its transaction. Only the
 * heads of chains are locked before, and read under their locks; so are the endpoints of a further organisation.
 */
export const writeEffects = async (tx: Tx): Promise<void> => {
  const { db, now, effects } = tx;
  const chains = await extendChains(tx);
  const events = await fanOutEvents(tx);
  const parts = [
    ...insertSession(effects.newSession),
    ...takeQuota(effects.quotaTaken),
    ...settleQuota(effects.quotaSettled),
    ...cancelMessages(effects.cancelledMessages, now),
    ...queueMessages(effects.messages),
    ...insertRows(effects.rows),
    ...changeRows(effects.changes),
    ...tellRooms(effects.roomEvents, now),
    ...enqueueJobs(effects.jobs),
    ...keepReply(effects.reply, now),
    ...chains,
    ...events,
  ];
  await sendStatement(db, { parts, right: effects.right });
};

/** Writes the new session before the rest, for the statements of its transaction that refer to it. */
export const writeNewSession = async ({ db, effects }: Pick<Tx, 'db' | 'effects'>): Promise<void> => {
  const parts = insertSession(effects.newSession);
  effects.newSession = null;
  await sendStatement(db, { parts });
};
