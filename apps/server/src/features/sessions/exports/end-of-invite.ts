import { DEAD_TOKEN_KEPT_MS } from '../../../platform/secrets/dead-token.ts';

/** The lifetime that nobody has chosen: a day. */
export const USUAL_TTL_MINUTES = 1_440;

/** Later the row of its token would have to stay beyond what PostgreSQL and JavaScript write alike. */
const LATEST_MS = Date.UTC(9999, 11, 31) - DEAD_TOKEN_KEPT_MS;

type Invite = { ttlMinutes: number; scheduledFor: Date | null };

/** When an invite that is issued now ends. The usual day of an appointment begins with it: a link must outlast it. */
export const endOfInvite = ({ ttlMinutes, scheduledFor }: Invite, now: Date): Date => {
  const isUsual = ttlMinutes === USUAL_TTL_MINUTES;
  const startMs = Math.max(now.getTime(), isUsual && scheduledFor ? scheduledFor.getTime() : 0);
  return new Date(Math.min(startMs + ttlMinutes * 60_000, LATEST_MS));
};
