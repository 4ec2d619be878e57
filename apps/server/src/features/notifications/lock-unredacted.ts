import type { Message } from '#prisma';
import type { Tx } from '../../platform/database/transact.ts';

/**
 * Whether what became of a message may be told by an event. Under the session's lock, which is taken before the message's
 * own, as whoever ends a session does: written once a redaction has erased the events, it would stay, with a part of the
 * address in it. Raw, since Prisma can't lock.
 */
export const lockUnredacted = async (
  { db }: Pick<Tx, 'db'>,
  { organisation_id, session_id }: Pick<Message, 'organisation_id' | 'session_id'>,
): Promise<boolean> => {
  if (session_id === null) return false;
  const [session] = await db.$queryRaw<{ is_redacted: boolean }[]>`
    select redacted_at is not null as is_redacted from sessions
    where organisation_id = ${organisation_id}::uuid and id = ${session_id}::uuid
    for no key update
  `;
  return session?.is_redacted === false;
};
