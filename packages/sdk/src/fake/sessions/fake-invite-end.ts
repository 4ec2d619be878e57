import type { Session } from '../../resources/sessions.ts';
import type { FakeState } from '../state/fake-state.ts';

export const USUAL_TTL_MINUTES = 1_440;

const LATEST_MS = Date.UTC(9999, 11, 1);

/** When an invite that is issued now ends: the usual day counts from an appointment that is to come. */
export function endOfFakeInvite(
  { ttlMinutes, scheduledFor }: { ttlMinutes: number; scheduledFor: string | null },
  nowMs: number,
): string {
  const isUsual = ttlMinutes === USUAL_TTL_MINUTES;
  const startMs = Math.max(nowMs, isUsual && scheduledFor ? Date.parse(scheduledFor) : 0);
  return new Date(Math.min(startMs + ttlMinutes * 60_000, LATEST_MS)).toISOString();
}

/** Has the invites of a session outlast its appointment, those whose lifetime nobody chose. */
export function extendFakeInvites(state: FakeState, { id, scheduled_for: scheduledFor }: Session): void {
  const nowMs = state.now().getTime();
  for (const invite of state.invites.values()) {
    const isOpen = !invite.joined_at && !invite.isRevoked && Date.parse(invite.expires_at) > nowMs;
    if (invite.session !== id || invite.ttlMinutes !== USUAL_TTL_MINUTES || !isOpen) continue;
    const end = endOfFakeInvite({ ttlMinutes: invite.ttlMinutes, scheduledFor }, nowMs);
    if (scheduledFor && end > invite.expires_at) state.invites.set(invite.id, { ...invite, expires_at: end });
  }
}
