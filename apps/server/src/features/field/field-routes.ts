import { contract, type FieldState } from '@field-inspection/contract';
import type { z } from 'zod';
import type { Context } from '../../context.ts';
import type { FieldCaller } from '../../http/request-state.ts';
import { implement } from '../../http/routes/implement-routes.ts';
import { contextAt } from '../../http/served/context-at.ts';
import { listMissingShots } from '../evidence/exports/list-missing-shots.ts';
import { findQuotas } from '../quotas/exports/read-quotas.ts';
import { viewFieldState, type FieldStateContext } from './exports/field-state-view.ts';
import { leaveSession } from './leave-session.ts';
import { tellUnsentItems } from './tell-unsent-items.ts';
import { updateConsent } from './update-consent.ts';

export const fieldRoutes = (context: Context) =>
  implement(contract.field, {
    get: ({ caller, req }) => getFieldState(contextAt(context, req), caller),
    update: (tx, { caller, body }) => tellUnsentItems(tx, { caller, body }),
    updateConsent: (tx, { caller, body }) => updateConsent(context, tx, { caller, body }),
    leave: { endsRight: true, run: (tx, { caller }) => leaveSession(context, tx, caller) },
  });

const getFieldState = async (
  context: FieldStateContext & Pick<Context, 'database'>,
  { organisationId, sessionId, participantId, tokenHash }: FieldCaller,
): Promise<z.output<typeof FieldState>> => {
  const { session, ...invite } = await context.database.prisma.participant.findUniqueOrThrow({
    where: { organisation_id_id: { organisation_id: organisationId, id: participantId } },
    include: { session: { include: { organisation: { select: { name: true, branding: true } } } } },
  });
  const quotas = await findQuotas(context.database.prisma, { organisationId, sessionId });
  const state = viewFieldState(context, {
    invite: {
      ...invite,
      organisation_name: session.organisation.name,
      branding: session.organisation.branding,
    },
    session,
    quotas,
    tokenHash,
  });
  return { ...state, missing_shots: await listMissingShots(context, { organisationId, sessionId }, session) };
};
