import type { UnsentItems, UpdateFieldSessionBody } from '@field-inspection/contract';
import type { z } from 'zod';
import type { FieldCaller } from '../../http/request-state.ts';
import type { Tx } from '../../platform/database/transact.ts';
import { lockSession } from '../sessions/exports/lock-session.ts';

/**
 * Keeps the number of unsent items of the caller's device, and the session's sum. This is telemetry: it adds no entry,
 * sends no event and leaves `updated_at`.
 */
export const tellUnsentItems = async (
  tx: Tx,
  { caller, body }: { caller: FieldCaller; body: z.output<typeof UpdateFieldSessionBody> },
): Promise<UnsentItems> => {
  const before = await lockUnsentItems(tx, caller);
  await lockSession(tx, caller, 'change');
  const { organisationId, sessionId, participantId } = caller;
  const { unsent_items } = body;
  const told = { unsent_items, unsent_items_at: tx.now };
  tx.effects.changes.push({ table: 'participants', organisationId, id: participantId, set: told });
  // The session's sum changes by as much as the device's number, under the locks of both.
  const add = { unsent_items: unsent_items - before };
  if (add.unsent_items !== 0) {
    tx.effects.changes.push({ table: 'sessions', organisationId, id: sessionId, set: {}, add });
  }
  return { unsent_items, unsent_items_at: tx.now.toISOString() };
};

// The invite is locked before the session, as in every request. Raw, since Prisma can't lock.
const lockUnsentItems = async (tx: Tx, { organisationId, participantId }: FieldCaller): Promise<number> => {
  const [row] = await tx.db.$queryRaw<{ unsent_items: number }[]>`
    select coalesce(unsent_items, 0) as unsent_items
    from participants
    where organisation_id = ${organisationId}::uuid and id = ${participantId}::uuid
    for no key update
  `;
  return row!.unsent_items;
};
