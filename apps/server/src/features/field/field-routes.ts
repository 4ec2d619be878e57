import {
  contract,
  type FieldState,
  type UnsentItems,
  type UpdateFieldSessionBody,
} from '@field-inspection/contract';
import type { z } from 'zod';
import type { Context } from '../../context.ts';
import type { FieldCaller } from '../../http/request-state.ts';
import { implement } from '../../http/routes/implement-routes.ts';
import { contextAt } from '../../http/served/context-at.ts';
import { listMissingShots } from '../evidence/exports/list-missing-shots.ts';
import { findQuotas } from '../quotas/exports/read-quotas.ts';
import { type FieldStateContext, viewFieldState } from './exports/field-state-view.ts';
import { sayDone } from './say-done.ts';
import { leaveSession } from './leave-session.ts';
import { updateConsent } from './update-consent.ts';
import type { Tx } from '../../platform/database/transact.ts';
import { lockSession } from '../sessions/exports/lock-session.ts';

export const fieldRoutes = (context: Context) =>
  implement(contract.field, {
    get: ({ caller, req }) => getFieldState(contextAt(context, req), caller),
    update: (tx, { caller, body }) => tellUnsentItems(tx, { caller, body }),
    updateConsent: (tx, { caller, body }) => updateConsent(context, tx, { caller, body }),
    done: (tx, { caller }) => sayDone(context, tx, caller),
    leave: { endsRight: true, run: (tx, { caller }) => leaveSession(context, tx, caller) },
  });

const getFieldState = async (
  context: FieldStateContext & Pick<Context, 'database'>,
  { organisationId, sessionId, participantId, tokenHash }: FieldCaller,
): Promise<z.output<typeof FieldState>> => {
  const { session, ...invite } = await context.database.prisma.participant.findUniqueOrThrow({
    where: { organisation_id_id: { organisation_id: organisationId, id: participantId } },
    include: {
      session: { include: { organisation: { select: { name: true, branding: true, contact: true } } } },
    },
  });
  const quotas = await findQuotas(context.database.prisma, { organisationId, sessionId });
  const state = viewFieldState(context, {
    invite: {
      ...invite,
      organisation_name: session.organisation.name,
      branding: session.organisation.branding,
      contact: session.organisation.contact,
    },
    session,
    quotas,
    tokenHash,
  });
  return { ...state, missing_shots: await listMissingShots(context, { organisationId, sessionId }, session) };
};

/** Telemetry: it adds no entry, sends no event and leaves `updated_at`. */
const tellUnsentItems = async (
  tx: Tx,
  { caller, body }: { caller: FieldCaller; body: z.output<typeof UpdateFieldSessionBody> },
): Promise<UnsentItems> => {
  const before = await lockUnsentItems(tx, caller);
  await lockSession(tx, caller, 'change');
  const { organisationId, sessionId, participantId } = caller;
  const { unsent_items } = body;
  const told = { unsent_items, unsent_items_at: tx.now };
  tx.effects.changes.push({ table: 'participants', organisationId, id: participantId, set: told });
  // The session's sum changes by as much as the device's number, under both locks.
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
