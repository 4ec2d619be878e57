import type { Session } from '@field-inspection/contract';
import type { Context } from '../context.ts';
import { publishEvent } from '../features/events/exports/publish-event.ts';

/** Publishes a session.created of a session that exists nowhere, in a transaction of its own. Returns that session's id. */
export const publishTestEvent = async (
  context: Pick<Context, 'clock' | 'ids' | 'transact'>,
  organisationId: string,
): Promise<string> => {
  const id = context.ids.next();
  const now = context.clock.now().toISOString();
  const data: Session = {
    id,
    status: 'created',
    operator_email: 'operator@example.com',
    scheduled_for: null,
    started_at: null,
    ended_at: null,
    notes: 'North roof, second floor. Ring twice; the dog is friendly.',
    locale: 'en',
    consent_state: { camera: 'pending', gps: 'pending' },
    campaign: null,
    created_at: now,
    updated_at: now,
  };
  await context.transact(async (tx) =>
    publishEvent(context, tx, { organisationId, type: 'session.created', data }),
  );
  return id;
};
