/** Close codes after which it is useless to come back with the same token. */
const END_REASONS = {
  4401: 'unauthenticated',
  4403: 'invite_expired',
  4409: 'replaced',
  4410: 'session_ended',
} as const;

export type EndReason = (typeof END_REASONS)[keyof typeof END_REASONS];

export const readEndReason = (closeCode: number): EndReason | undefined =>
  (END_REASONS as Record<number, EndReason>)[closeCode];
