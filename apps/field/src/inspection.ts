import type { ReadonlySignal, Signal } from '@preact/signals';
import type { FieldState } from '@field-inspection/contract';
import type { z } from 'zod';

/** The session as the service last told it. */
export type FieldSessionState = z.output<typeof FieldState>;

/** Matters of consent; a person is asked for each on its own. */
export const MATTERS = ['camera', 'microphone', 'gps', 'recording'] as const;
export type Matter = (typeof MATTERS)[number];

/** Answers, matter by matter: an absent one stays. */
export type ConsentAnswers = Partial<Record<Matter, 'granted' | 'denied' | 'revoked'>>;

export type Owner = Pick<Inspection, 'sessionId' | 'participantId'>;

/** State and calls that each screen works with, once the device has joined. */
export type Inspection = {
  sessionId: string;
  /** Participant of this inspection: several persons may have used the device. */
  participantId: string;
  /** The field_session_token, for the Authorization header and nothing else. */
  fieldToken: string;
  /** The session as the service last told it. */
  state: Signal<FieldSessionState>;
  /** Asks the service anew. */
  refresh: () => Promise<void>;
  /**
   * True for a matter that is on the record as granted, and not withdrawn since. Reading it in a component watches it.
   */
  isAllowed: (matter: Matter) => boolean;
  /** Puts answers on the record; false where that can't be done now. A withdrawal holds here at once. */
  tellConsent: (answers: ConsentAnswers) => Promise<boolean>;
  /** Matters that the person has withdrawn and the service does not know yet. */
  untold: ReadonlySignal<readonly Matter[]>;
  /** Tells that again. */
  tellUntold: () => void;
  /** Leaves the inspection: later replies change nothing here and on the device. */
  close: () => void;
};
