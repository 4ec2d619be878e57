import type { JoinedSession } from '@field-inspection/contract';
import type { Participant } from '#prisma';
import type { Context } from '../../context.ts';
import { describeMediaConnection } from '../../platform/media-connection.ts';
import { viewFieldState } from '../field/exports/field-state-view.ts';
import type { SessionRow } from '../sessions/exports/session-view.ts';

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
): JoinedSession => ({
  field_session_token: token,
  field_session_expires_at: null,
  ...viewFieldState(context, { invite, session }),
  branding: { organisation_name: organisationName },
  media_connection: describeMediaConnection(context, {
    organisationId: session.organisation_id,
    sessionId: session.id,
    role: 'field',
    identity: `field-${invite.id}`,
    invite: { id: invite.id, issue: invite.issue },
  }),
});
