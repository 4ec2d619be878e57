import type { Session, UpdateSessionBody } from '@field-inspection/contract';
import type { z } from 'zod';
import { ApiError } from '../../api-error.ts';
import type { Context } from '../../context.ts';
import type { Tx } from '../../platform/database/transact.ts';
import { appendEntry } from '../audit/exports/append-entry.ts';
import { lockSession, type SessionKey } from './exports/lock-session.ts';
import { readScheduledFor } from './exports/read-scheduled-for.ts';
import { requireCampaign } from './exports/require-campaign.ts';
import { scheduleSession } from './exports/schedule-session.ts';
import { viewSession, type SessionRow } from './exports/session-view.ts';

type Changes = Partial<Pick<SessionRow, 'notes' | 'scheduled_for' | 'locale' | 'campaign_id'>>;

/** Changes a session until it is closed; a moved `scheduled_for` moves the reminders and the expiry. */
export const updateSession = async (
  context: Pick<Context, 'config' | 'random'>,
  tx: Tx,
  {
    organisationId,
    sessionId,
    credentialId,
    body,
  }: SessionKey & { credentialId: string; body: z.output<typeof UpdateSessionBody> },
): Promise<Session> => {
  const { session } = await lockSession(tx, { organisationId, sessionId }, 'change');
  const changes = listChanges(session, body, tx.now);
  if (Object.keys(changes).length === 0) return viewSession(session);
  if (changes.campaign_id) await requireCampaign(tx, organisationId, changes.campaign_id);
  if ('scheduled_for' in changes && session.started_at) {
    throw new ApiError(
      'session.invalid_state',
      `The session is ${session.status}; it can not be scheduled any more.`,
    );
  }
  const updated = await tx.db.session.update({
    where: { organisation_id_id: { organisation_id: organisationId, id: sessionId } },
    data: { ...changes, updated_at: tx.now },
  });
  if (changes.scheduled_for) scheduleSession(context, tx, updated);
  appendEntry(context, tx, {
    organisationId,
    sessionId,
    kind: 'session.updated',
    ...describeChanges(changes, credentialId),
  });
  return viewSession(updated);
};

const listChanges = (session: SessionRow, body: z.output<typeof UpdateSessionBody>, now: Date): Changes => {
  const changes: Changes = {};
  if (body.notes !== undefined && body.notes !== session.notes) changes.notes = body.notes;
  if (body.locale !== undefined && body.locale !== session.locale) changes.locale = body.locale;
  if (body.campaign !== undefined && body.campaign !== session.campaign_id)
    changes.campaign_id = body.campaign;
  const isSameTime =
    body.scheduled_for != null && new Date(body.scheduled_for).getTime() === session.scheduled_for?.getTime();
  const scheduledFor = isSameTime ? undefined : readScheduledFor(body.scheduled_for, now);
  if (scheduledFor !== undefined && scheduledFor !== session.scheduled_for)
    changes.scheduled_for = scheduledFor;
  return changes;
};

const describeChanges = ({ notes, scheduled_for, locale, campaign_id }: Changes, credentialId: string) => ({
  payload: {
    credential_id: credentialId,
    ...(scheduled_for === undefined ? {} : { scheduled_for: scheduled_for?.toISOString() ?? null }),
    ...(locale === undefined ? {} : { locale }),
    ...(campaign_id === undefined ? {} : { campaign: campaign_id }),
  },
  personal: notes === undefined ? {} : { notes },
});
