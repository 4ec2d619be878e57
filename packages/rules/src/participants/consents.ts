import type { ConsentValue, ParticipantConsents } from '@field-inspection/contract';
import { CONSENT_MATTERS } from '@field-inspection/contract/plain';
import { Refusal } from '../refusal.ts';

/** Somebody who has answered nothing yet. */
export const NOTHING_ANSWERED: ParticipantConsents = {
  camera: 'pending',
  microphone: 'pending',
  gps: 'pending',
  recording: 'pending',
};

/** The answers from the weakest to the strongest: of several field persons the weakest is shown. */
export const CONSENT_ORDER = [
  'revoked',
  'denied',
  'pending',
  'granted',
] as const satisfies readonly ConsentValue[];

/**
 * The weakest of some answers.
 *
 * @returns 'pending' when there is none
 * @example
 * weakestConsent(['granted', 'denied', 'pending']); // 'denied'
 */
export const weakestConsent = (answers: readonly ConsentValue[]): ConsentValue =>
  CONSENT_ORDER.find((value) => answers.includes(value)) ?? 'pending';

/** The answers of a body. */
export type Answers = { [Matter in keyof ParticipantConsents]?: ConsentValue | undefined };

/**
 * What a field person's answers change: saying the same again is nothing.
 *
 * @throws {Refusal} where nothing was granted that could be revoked
 */
export const listAnswered = (before: ParticipantConsents, answers: Answers): Partial<ParticipantConsents> => {
  const changes: Partial<ParticipantConsents> = {};
  for (const matter of CONSENT_MATTERS) {
    const answer = answers[matter];
    if (!answer || answer === before[matter]) continue;
    // Who never granted anything has nothing to revoke; every other answer may follow every other.
    if (answer === 'revoked' && before[matter] !== 'granted') {
      const detail = `${matter} is ${before[matter]}: there is no consent to revoke.`;
      throw new Refusal('session.invalid_state', detail);
    }
    changes[matter] = answer;
  }
  return changes;
};

/** A participant who has joined, or has answered: what they say to recordings, and whether one would hold them now. */
export type Recorded = { id: string; recording: ConsentValue; is_in: boolean };

/** Refuses a recording that somebody has not granted. */
export const requireRecordingConsent = (participants: readonly Recorded[]): void => {
  const refusal = judgeRecording(participants);
  if (refusal) throw new Refusal('consent_required', `${refusal} Ask the field person, then try again.`);
};

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
