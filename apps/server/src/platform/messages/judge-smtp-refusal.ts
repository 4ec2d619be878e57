import type { Refusal } from './message-refused-error.ts';

type SmtpFailure = { responseCode?: unknown; response?: unknown };

/** RFC 5321, RFC 3463; null where another try may help. The reply's text is not read: it may hold the address. */
export const judgeSmtpRefusal = (error: unknown): Refusal | null => {
  const { responseCode, response } = (error ?? {}) as SmtpFailure;
  if (typeof responseCode !== 'number' || responseCode < 500 || responseCode > 599) return null;
  if (SIGN_IN_CODES.has(responseCode)) return null;
  const [, subject, detail] = ENHANCED_CODE.exec(typeof response === 'string' ? response : '') ?? [];
  if (subject === '1') return SENDER_DETAILS.has(detail!) ? 'refused' : 'unknown_recipient';
  if (subject === '2') return MAILBOX_REASONS[detail!] ?? 'refused';
  return subject === '7' ? 'blocked' : 'refused';
};

/** The host's operator mends the server's own sign-in, and the message is as good as before. */
const SIGN_IN_CODES = new Set([530, 534, 535, 538]);

const ENHANCED_CODE = /^5\d\d[ -]5\.(\d{1,3})\.(\d{1,3})(?!\d)/;

/** The sender's address is to blame, not the recipient's (RFC 3463, X.1.7 and X.1.8). */
const SENDER_DETAILS = new Set(['7', '8']);

const MAILBOX_REASONS: Record<string, Refusal> = { 1: 'unknown_recipient', 2: 'mailbox_full' };
