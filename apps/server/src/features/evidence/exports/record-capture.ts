import type { CanonicalValue } from '@field-inspection/evidence';
import type { Context } from '../../../context.ts';
import type { Tx } from '../../../platform/database/transact.ts';
import { appendEntry } from '../../audit/exports/append-entry.ts';
import { publishEvent } from '../../events/exports/publish-event.ts';
import { viewSession, type SessionRow } from '../../sessions/exports/session-view.ts';
import { viewEvidence, type EvidenceRow } from './evidence-view.ts';

/** What follows from a piece of evidence that has arrived whole: an entry of the chain, and the events. */
export const recordCapture = (
  context: Pick<Context, 'random' | 'ids'>,
  tx: Tx,
  {
    session,
    row,
    personal = {},
  }: { session: SessionRow; row: EvidenceRow; personal?: Record<string, CanonicalValue> },
): void => {
  const { organisation_id: organisationId, session_id: sessionId } = row;
  appendEntry(context, tx, {
    organisationId,
    sessionId,
    kind: 'evidence.captured',
    payload: describeCapture(row),
    personal: { ...describePersonal(row), ...personal },
  });
  const evidence = viewEvidence(row);
  if (row.kind === 'photo' || row.kind === 'annotation') {
    publishEvent(context, tx, organisationId, {
      type: 'session.evidence.captured',
      data: { ...viewSession(session), evidence },
      sessionId,
    });
  }
  publishEvent(context, tx, organisationId, { type: 'evidence.created', data: evidence, sessionId });
};

const describeCapture = (row: EvidenceRow): Record<string, CanonicalValue> => ({
  evidence_id: row.id,
  evidence_kind: row.kind,
  sha256: row.sha256,
  byte_size: Number(row.byte_size),
  mime: row.mime,
  captured_at: row.captured_at?.toISOString() ?? null,
  participant_id: row.participant_id,
  ...(row.annotates ? { annotates: row.annotates } : {}),
  ...(row.whiteboard_id ? { whiteboard_id: row.whiteboard_id, version: row.version } : {}),
});

const describePersonal = ({ lat_e7, lon_e7, accuracy_cm, slot }: EvidenceRow) => ({
  ...(lat_e7 === null ? {} : { gps: { lat_e7, lon_e7, accuracy_cm } }),
  ...(slot === '' ? {} : { slot }),
});
