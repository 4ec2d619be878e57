import type { FieldState, Quotas } from '@field-inspection/contract';
import type { z } from 'zod';
import type { Participant } from '#prisma';
import type { Context } from '../../../context.ts';
import { describeUploads } from '../../../platform/describe-uploads.ts';
import { viewSession, type SessionRow } from '../../sessions/exports/session-view.ts';

/** The session as the field person's device sees it. */
export const viewFieldState = (
  context: Pick<Context, 'config'>,
  { invite, session, quotas }: { invite: Participant; session: SessionRow; quotas: z.output<typeof Quotas> },
): z.output<typeof FieldState> => {
  const { id, status, locale, scheduled_for, notes, consent_state } = viewSession(session);
  return {
    session: { id, status, locale, scheduled_for, notes },
    participant: { id: invite.id, role: 'field', first_name: invite.recipient_first_name },
    consent_state,
    uploads: { ...describeUploads(context), quotas },
  };
};
