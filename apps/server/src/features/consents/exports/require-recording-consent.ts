import type { ConsentValue } from '@field-inspection/contract';
import { ApiError } from '../../../api-error.ts';
import type { Tx } from '../../../platform/database/transact.ts';

/**
 * Refuses a recording that somebody has not granted. The caller holds the session's lock, which everybody takes who comes
 * in or answers. Raw: who is in, two tables tell.
 *
 * @throws {ApiError} consent_required
 */
export const requireRecordingConsent = async (
  tx: Tx,
  { organisationId, sessionId }: { organisationId: string; sessionId: string },
): Promise<void> => {
  const participants = await tx.db.$queryRaw<Recorded[]>`
    select p.id, p.consent_recording as recording,
      p.joined_at is not null and p.revoked_at is null and exists (
        select from field_session_tokens f
        where f.organisation_id = p.organisation_id and f.participant_id = p.id and f.issue = p.issue
          and f.left_at is null
      ) as is_in
    from participants p
    where p.organisation_id = ${organisationId}::uuid and p.session_id = ${sessionId}::uuid
      and (p.joined_at is not null or p.consent_recording <> 'pending')
    order by p.created_at, p.id
  `;
  const refusal = judgeRecording(participants);
  if (refusal) throw new ApiError('consent_required', `${refusal} Ask the field person, then try again.`);
};

/** A participant who has joined, or has answered: what they say to recordings, and whether one would hold them now. */
export type Recorded = { id: string; recording: ConsentValue; is_in: boolean };

/**
 * Why the participants of a session may not be recorded; undefined where they may. Everybody who is in must have granted
 * it. Who has left or was revoked is not asked any more, unless they withdrew it: what a recording holds of them would be
 * collected after that.
 */
export const judgeRecording = (participants: readonly Recorded[]): string | undefined => {
  const missing = participants.find(({ recording, is_in }) =>
    is_in ? recording !== 'granted' : recording === 'revoked',
  );
  if (missing) return `The consent of participant ${missing.id} to recordings is ${missing.recording}.`;
  return participants.some(({ recording }) => recording === 'granted')
    ? undefined
    : 'Nobody who could be recorded has consented to it.';
};
