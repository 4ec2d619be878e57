import type { Session, SetOutcomeBody } from '@field-inspection/contract';
import { setOutcome as decideOutcome } from '@field-inspection/rules';
import type { z } from 'zod';
import type { Context } from '../../context.ts';
import type { Actor } from '../../http/request-state.ts';
import type { Tx } from '../../platform/database/transact.ts';
import { appendWhereOpen } from '../audit/exports/append-entry.ts';
import { nameActor } from '../audit/exports/name-actor.ts';
import { publishEvent } from '../events/exports/publish-event.ts';
import { lockSession, type SessionKey } from './exports/lock-session.ts';
import { viewSession } from './exports/session-view.ts';

/** Sets the outcome of a closed session. Each time is a fact and an event; the last one counts. */
export const setOutcome = async (
  context: Pick<Context, 'config' | 'ids' | 'random'>,
  tx: Tx,
  {
    organisationId,
    sessionId,
    body,
    ...actor
  }: SessionKey & Actor & { body: z.output<typeof SetOutcomeBody> },
): Promise<Session> => {
  const { session } = await lockSession(tx, { organisationId, sessionId });
  const { changes, facts, event } = decideOutcome(session, body, { now: tx.now, actor: nameActor(actor) });
  const changed = await tx.db.session.update({
    where: { organisation_id_id: { organisation_id: organisationId, id: sessionId } },
    data: {
      outcome: changes.outcome,
      outcome_note: changes.note,
      outcome_set_at: changes.set_at,
      updated_at: tx.now,
    },
  });
  for (const fact of facts) await appendWhereOpen(context, tx, { organisationId, sessionId, ...fact });
  const view = viewSession({ ...changed, report: session.report });
  publishEvent(context, tx, { organisationId, type: event, data: view, sessionId });
  return view;
};
