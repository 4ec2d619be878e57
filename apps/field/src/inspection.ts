import type { Signal } from '@preact/signals';
import type { FieldState } from '@field-inspection/contract';
import type { z } from 'zod';

/** The session as the service last told it. */
export type FieldSessionState = z.output<typeof FieldState>;

/** What each room of the application works with, once the device has joined. */
export type Inspection = {
  sessionId: string;
  /** The field_session_token, for the Authorization header and nothing else. */
  fieldToken: string;
  state: Signal<FieldSessionState>;
  /** Asks the service anew. */
  refresh: () => Promise<void>;
  /** Whether a matter is on the record as granted. */
  isAllowed: (matter: 'camera' | 'microphone' | 'gps' | 'recording') => boolean;
  /** Puts answers on the record; false where that can't be done now. */
  tellConsent: (answers: Partial<Record<string, 'granted' | 'denied' | 'revoked'>>) => Promise<boolean>;
};
