import type { ConsentValue } from '@field-inspection/contract';

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
