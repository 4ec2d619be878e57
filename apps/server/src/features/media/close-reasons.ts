export const CLOSE_CODES = {
  /** The server stops; connect again, to another one. */
  going_away: 1001,
  internal_error: 1011,
  /** The server lost track of the room; connect again. */
  reconnect: 1012,
  /** The database does not answer; connect again in a while. */
  unavailable: 1013,
  /** No token, one that is forged or has expired, or one whose API key was revoked. */
  unauthenticated: 4401,
  /** The invite was revoked or replaced by a reissue, or its device has left. */
  invite_expired: 4403,
  authentication_timeout: 4408,
  replaced: 4409,
  session_ended: 4410,
  room_full: 4423,
  /** More signals than the identity or its organisation may send; connect again in a while. */
  rate_limited: 4429,
  /** More sockets than the identity or its organisation may have at once. */
  too_many_sockets: 4430,
  /** The client reads the others' signals too slowly; connect again. */
  too_slow: 4431,
} as const;

export type CloseReason = keyof typeof CLOSE_CODES;

/** Gives, by role, the reason to close a peer whose right has ended. */
export const REFUSALS = { operator: 'unauthenticated', field: 'invite_expired' } as const;
