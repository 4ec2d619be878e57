/** Close codes of the relay after which it is no use to come back as one was. */
const END_REASONS = {
  4401: 'unauthenticated',
  4403: 'invite_expired',
  4409: 'replaced',
  4410: 'session_ended',
} as const;

export type EndReason = (typeof END_REASONS)[keyof typeof END_REASONS];

/** Reads the reason why the relay closed for good; undefined where it is worth coming back. */
export const readEndReason = (closeCode: number): EndReason | undefined =>
  (END_REASONS as Record<number, EndReason>)[closeCode];
