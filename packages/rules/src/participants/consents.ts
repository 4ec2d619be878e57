import type { ConsentValue, ParticipantConsents, SessionStatus } from '@field-inspection/contract';
import { CONSENT_MATTERS } from '@field-inspection/contract/plain';
import type { Actor, Fact, Effects } from '../effects.ts';
import { Refusal } from '../refusal.ts';
import { requireMove } from '../sessions/session-state.ts';
import { noMoreEntries } from './invites.ts';

export const NOTHING_ANSWERED: ParticipantConsents = {
  camera: 'pending',
  microphone: 'pending',
  gps: 'pending',
  recording: 'pending',
};

/** From the weakest to the strongest: of several field persons' answers the weakest is shown. */
export const CONSENT_ORDER = [
  'revoked',
  'denied',
  'pending',
  'granted',
] as const satisfies readonly ConsentValue[];

/**
 * @returns 'pending' when there are no answers
 *
 * @example weakestConsent(['granted', 'denied', 'pending']); // 'denied'
 */
export const weakestConsent = (answers: readonly ConsentValue[]): ConsentValue =>
  CONSENT_ORDER.find((value) => answers.includes(value)) ?? 'pending';

export type Answers = { [Matter in keyof ParticipantConsents]?: ConsentValue | undefined };

/**
 * A repeated answer changes nothing.
 *
 * @throws {Refusal} where nothing was granted that could be revoked
 */
const listAnswered = (before: ParticipantConsents, answers: Answers): Partial<ParticipantConsents> => {
  const changes: Partial<ParticipantConsents> = {};
  for (const matter of CONSENT_MATTERS) {
    const answer = answers[matter];
    if (!answer || answer === before[matter]) continue;
    // Only a granted consent can be revoked; every other answer may follow every other.
    if (answer === 'revoked' && before[matter] !== 'granted') {
      const detail = `${matter} is ${before[matter]}: there is no consent to revoke.`;
      throw new Refusal('session.invalid_state', detail);
    }
    changes[matter] = answer;
  }
  return changes;
};

/** A participant's answers, and the version of the texts shown with them. */
export type Answering = {
  participantId: string;
  before: ParticipantConsents;
  /** True if the participant's invite may make another entry of the chain. */
  hasEntriesLeft: boolean;
  sessionStatus: string;
  textVersion: string;
  locale: string;
};

/** Gives undefined where the answers change nothing; `stops` where a recording under way would hold the participant. */
export const answerConsent = (
  { participantId, before, hasEntriesLeft, sessionStatus, textVersion, locale }: Answering,
  answers: Answers,
): (Effects<Partial<ParticipantConsents>> & { after: ParticipantConsents; stops: boolean }) | undefined => {
  const changes = listAnswered(before, answers);
  if (Object.keys(changes).length === 0) return undefined;
  // A withdrawal is always taken: without new grants, withdrawals come to an end by themselves.
  if (!hasEntriesLeft && Object.values(changes).includes('granted')) throw noMoreEntries();
  const after = { ...before, ...changes };
  const stops = sessionStatus === 'recording' && after.recording !== 'granted';
  const changed: Fact = {
    kind: 'consent.changed',
    payload: { participant_id: participantId, ...changes, text_version: textVersion, locale },
  };
  return { changes, after, stops, facts: stops ? [changed, factOfStop(participantId)] : [changed] };
};

/** A recording stops by itself when a participant does not, or no longer, allow it. */
export const factOfStop = (participantId: string): Fact => ({
  kind: 'recording.stopped',
  payload: { participant_id: participantId, reason: 'consent_required' },
});

/** `is_in`: a recording would hold the participant now. */
export type Recorded = { id: string; recording: ConsentValue; is_in: boolean };

export const requireRecordingConsent = (participants: readonly Recorded[]): void => {
  const refusal = judgeRecording(participants);
  if (refusal) throw new Refusal('consent_required', `${refusal} Ask the field person, then try again.`);
};

/**
 * Gives the reason against recording a session, or undefined. Everybody who is in must have granted it. A person who
 * has left or was revoked is not asked, unless they withdrew: what a recording holds of them would be collected after
 * that.
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

/** `listRecorded` gives all participants: those who are in must have granted recordings. */
export const moveRecording = (
  session: { status: string },
  command: 'start_recording' | 'stop_recording',
  { recorded, actor }: { recorded: readonly Recorded[]; actor: Actor | undefined },
): Effects<{ status: SessionStatus }> => {
  const status = requireMove(session, command);
  if (command === 'start_recording') requireRecordingConsent(recorded);
  const kind = command === 'start_recording' ? 'recording.started' : 'recording.stopped';
  return { changes: { status }, facts: [{ kind, payload: { ...actor } }] };
};
