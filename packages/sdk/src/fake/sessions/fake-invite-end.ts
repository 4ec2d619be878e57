import type { Session } from '@field-inspection/contract';
import { endOfInvite, USUAL_TTL_MINUTES } from '@field-inspection/rules';
import type { FakeState } from '../state/fake-state.ts';

/** Extends the invites of a session beyond its appointment, unless their lifetime was chosen. */
export function extendFakeInvites(state: FakeState, { id, scheduled_for: scheduledFor }: Session): void {
  const now = state.now();
  for (const invite of state.invites.values()) {
    const isOpen = !invite.joined_at && !invite.revoked_at && new Date(invite.expires_at) > now;
    if (invite.session !== id || invite.ttl_minutes !== USUAL_TTL_MINUTES || !isOpen) continue;
    const end = endOfInvite({ ttlMinutes: invite.ttl_minutes, scheduledFor }, now).toISOString();
    if (scheduledFor && end > invite.expires_at) state.invites.set(invite.id, { ...invite, expires_at: end });
  }
}
