import type { FieldState } from '@field-inspection/contract';
import type { z } from 'zod';
import type { Context } from '../../context.ts';
import type { FieldCaller } from '../../http/request-state.ts';
import { listMissingShots } from '../evidence/exports/list-missing-shots.ts';
import { findQuotas } from '../quotas/exports/find-room.ts';
import { viewFieldState, type FieldStateContext } from './exports/field-state-view.ts';

/** What a joined device needs to know, such as after it was closed and opened again. */
export const getFieldState = async (
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
