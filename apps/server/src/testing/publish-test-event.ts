import { Session } from '@field-inspection/contract';
import { createEvent } from '@field-inspection/sdk/testing';
import type { Context } from '../context.ts';
import { publishEvent } from '../features/events/exports/publish-event.ts';

export const publishTestEvent = async (
  context: Pick<Context, 'clock' | 'ids' | 'transact'>,
  organisationId: string,
): Promise<string> => {
  const id = context.ids.next();
  const now = context.clock.now().toISOString();
  const notes = 'North roof, second floor. Ring twice; the dog is friendly.';
  const { data } = createEvent('session.created', {
    data: { id, notes, created_at: now, updated_at: now },
  });
  await context.transact(async (tx) =>
    publishEvent(context, tx, { organisationId, type: 'session.created', data: Session.parse(data) }),
  );
  return id;
};
