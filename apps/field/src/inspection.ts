import type { ReadonlySignal, Signal } from '@preact/signals';
import type { FieldDone, FieldState } from '@field-inspection/contract';
import type { Reply } from '@field-inspection/ui';
import type { z } from 'zod';

export type FieldSessionState = z.output<typeof FieldState>;

/** A person is asked for each matter on its own. */
export const MATTERS = ['camera', 'microphone', 'gps', 'recording'] as const;
export type Matter = (typeof MATTERS)[number];

/** Answers, matter by matter: an absent one stays. */
export type ConsentAnswers = Partial<Record<Matter, 'granted' | 'denied' | 'revoked'>>;

export type Owner = Pick<Inspection, 'sessionId' | 'participantId'>;

export type Inspection = {
  sessionId: string;
  participantId: string;
  /** The field_session_token, for the Authorization header and nothing else. */
  fieldToken: string;
  state: Signal<FieldSessionState>;
  refresh: () => Promise<void>;
  /** True for a matter granted on the record and not withdrawn since. A component that reads it follows its changes. */
  isAllowed: (matter: Matter) => boolean;
  /** Gives false where the answers can't be recorded now. A withdrawal holds on this device at once. */
  tellConsent: (answers: ConsentAnswers) => Promise<boolean>;
  /** Matters that the person has withdrawn and the service does not know yet. */
  untold: ReadonlySignal<readonly Matter[]>;
  tellUntold: () => void;
  /** The person is done: once it is told, the state has `done_at`. */
  tellDone: () => Promise<Reply<FieldDone>>;
  close: () => void;
};
