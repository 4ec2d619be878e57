import type { JoinedSession } from '@field-inspection/contract';
import type { Participant } from '#prisma';
import type { Context } from '../../context.ts';
import { describeMediaConnection } from '../../platform/media-connection.ts';
import { describeUploads } from '../../platform/describe-uploads.ts';
import { viewSession, type SessionRow } from '../sessions/session-view.ts';

/** What the field person's page gets: its token, the way to the other side, and what it shows. */
export const viewJoinedSession = (
  context: Pick<Context, 'clock' | 'config' | 'keyring' | 'secrets'>,
  {
    token,
    invite,
    session,
    organisationName,
  }: {
    token: string;
    invite: Participant;
    session: SessionRow;
    organisationName: string;
  },
): JoinedSession => {
  const { id, status, locale, scheduled_for, notes, consent_state } = viewSession(session);
  return {
    field_session_token: token,
    field_session_expires_at: null,
    session: { id, status, locale, scheduled_for, notes },
    participant: { id: invite.id, role: 'field', first_name: invite.recipient_first_name },
    consent_state,
    branding: { organisation_name: organisationName },
    media_connection: describeMediaConnection(context, {
      organisationId: session.organisation_id,
      sessionId: session.id,
      role: 'field',
      identity: `field-${invite.id}`,
      invite: { id: invite.id, issue: invite.issue },
    }),
    uploads: describeUploads(context),
  };
};
