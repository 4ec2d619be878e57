import type { UnsentItems, UpdateFieldSessionBody } from '@field-inspection/contract';
import type { z } from 'zod';
import { Prisma } from '#prisma';
import type { FieldCaller } from '../../http/request-state.ts';
import type { Tx } from '../../platform/database/transact.ts';
import { lockSession } from '../sessions/exports/lock-session.ts';

/**
 * Keeps what the caller's device still holds, and what the devices of the session hold together. Telemetry: it is no entry
 * of the chain, sends no event and leaves `updated_at`.
 */
export const tellUnsentItems = async (
  tx: Tx,
  { caller, body }: { caller: FieldCaller; body: z.output<typeof UpdateFieldSessionBody> },
): Promise<UnsentItems> => {
  const before = await lockUnsentItems(tx, caller);
  await lockSession(tx, caller, 'change');
  keepUnsentItems(tx, { caller, before, after: body.unsent_items });
  return { unsent_items: body.unsent_items, unsent_items_at: tx.now.toISOString() };
};

// Before the session is locked, as every request takes the two. Raw, since Prisma can't lock.
const lockUnsentItems = async (tx: Tx, { organisationId, participantId }: FieldCaller): Promise<number> => {
  const [row] = await tx.db.$queryRaw<{ unsent_items: number }[]>`
    select coalesce(unsent_items, 0) as unsent_items
    from participants
    where organisation_id = ${organisationId}::uuid and id = ${participantId}::uuid
    for no key update
  `;
  return row!.unsent_items;
};

// The session's sum moves by as much as theirs does, under the locks of both.
const keepUnsentItems = (
  tx: Tx,
  { caller, before, after }: { caller: FieldCaller; before: number; after: number },
): void => {
  const { organisationId, sessionId, participantId } = caller;
  const ctes = [
    Prisma.sql`unsent_items_told as (
      update participants set unsent_items = ${after}, unsent_items_at = ${tx.now}
      where organisation_id = ${organisationId}::uuid and id = ${participantId}::uuid
    )`,
  ];
  if (after !== before) {
    ctes.push(Prisma.sql`unsent_items_shown as (
      update sessions set unsent_items = unsent_items + ${after - before}
      where organisation_id = ${organisationId}::uuid and id = ${sessionId}::uuid
    )`);
  }
  tx.lastWrites.push({ ctes });
};
