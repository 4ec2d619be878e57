import type { Context } from '../../../context.ts';
import type { Tx } from '../../../platform/database/transact.ts';
import { appendEntry } from '../../audit/exports/append-entry.ts';
import type { SessionKey } from './lock-session.ts';

/** Notes that a recording stopped by itself, since a participant does not allow it, or no longer does. */
export const noteStoppedRecording = (
  context: Pick<Context, 'random'>,
  tx: Tx,
  { organisationId, sessionId, participantId }: SessionKey & { participantId: string },
): void =>
  appendEntry(context, tx, {
    organisationId,
    sessionId,
    kind: 'recording.stopped',
    payload: { participant_id: participantId, reason: 'consent_required' },
  });
