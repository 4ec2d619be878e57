import type { Evidence, SetFindingBody } from '@field-inspection/contract';
import { setFinding as decideFinding } from '@field-inspection/rules';
import type { z } from 'zod';
import type { Context } from '../../context.ts';
import type { Actor } from '../../http/request-state.ts';
import type { Tx } from '../../platform/database/transact.ts';
import { noSuch } from '../../refusals.ts';
import { appendWhereOpen } from '../audit/exports/append-entry.ts';
import { nameActor } from '../audit/exports/name-actor.ts';
import { publishEvent } from '../events/exports/publish-event.ts';
import { lockSessionRow, type SessionKey } from '../sessions/exports/lock-session.ts';
import { viewEvidence } from './exports/evidence-view.ts';

type Said = { evidenceId: string; author: string; body: z.output<typeof SetFindingBody> };

export const setFinding = async (
  context: Pick<Context, 'config' | 'ids' | 'random'>,
  tx: Tx,
  { organisationId, sessionId, evidenceId, author, body, ...actor }: SessionKey & Actor & Said,
): Promise<Evidence> => {
  const session = await lockSessionRow(tx, { organisationId, sessionId });
  const where = { organisation_id_id: { organisation_id: organisationId, id: evidenceId } };
  const photo = await tx.db.evidence.findUnique({ where });
  if (!session || photo?.session_id !== sessionId) throw noSuch('evidence', evidenceId);
  const by = { now: tx.now, actor: nameActor(actor), author };
  const { changes, facts, event } = decideFinding({ ...session, photo }, body, by);
  const changed = await tx.db.evidence.update({ where, data: { ...changes, updated_at: tx.now } });
  for (const fact of facts) await appendWhereOpen(context, tx, { organisationId, sessionId, ...fact });
  const view = viewEvidence(changed);
  publishEvent(context, tx, { organisationId, type: event, data: view, sessionId });
  return view;
};
