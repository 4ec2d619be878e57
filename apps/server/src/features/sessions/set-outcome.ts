import type { Session, SetOutcomeBody } from '@field-inspection/contract';
import type { z } from 'zod';
import { ApiError, noSuch } from '../../api-error.ts';
import type { Context } from '../../context.ts';
import type { Actor } from '../../http/request-state.ts';
import type { Tx } from '../../platform/database/transact.ts';
import { appendInPlace } from '../audit/exports/append-entry.ts';
import { nameActor } from '../audit/exports/name-actor.ts';
import { publishEvent } from '../events/exports/publish-event.ts';
import { lockSessionRow, type SessionKey } from './exports/lock-session.ts';
import { requireUnredacted } from './exports/require-unredacted.ts';
import { viewSession } from './exports/session-view.ts';

/** Says what a closed session came to. Each time is a fact and an event; the last one counts. */
export const setOutcome = async (
  context: Pick<Context, 'config' | 'ids' | 'random'>,
  tx: Tx,
  {
    organisationId,
    sessionId,
    body: { outcome, note = '' },
    ...actor
  }: SessionKey & Actor & { body: z.output<typeof SetOutcomeBody> },
): Promise<Session> => {
  const session = await lockSessionRow(tx, { organisationId, sessionId });
  if (!session) throw noSuch('session', sessionId);
  requireUnredacted(session);
  if (session.status !== 'closed') {
    const detail = `The session is ${session.status}; what it came to is said once it is closed.`;
    throw new ApiError('session.invalid_state', detail);
  }
  const changed = await tx.db.session.update({
    where: { organisation_id_id: { organisation_id: organisationId, id: sessionId } },
    data: { outcome, outcome_note: note, outcome_set_at: tx.now, updated_at: tx.now },
  });
  await appendInPlace(context, tx, {
    organisationId,
    sessionId,
    kind: 'session.outcome',
    payload: { ...nameActor(actor), outcome },
    ...(note === '' ? {} : { personal: { note } }),
  });
  const view = viewSession({ ...changed, report: session.report });
  publishEvent(context, tx, { organisationId, type: 'session.outcome', data: view, sessionId });
  return view;
};
