import type { Session } from '@field-inspection/contract';
import { listMissing, noSuch, Refusal } from '@field-inspection/rules';
import type { RequestedMore, RequestMoreBody } from '../../resources/inspections.ts';
import { refuseField } from '../front/fake-refusal.ts';
import type { FakeInput } from '../front/fake-service.ts';
import { addFakeFact } from '../state/fake-chain.ts';
import type { FakeInvite, FakeState } from '../state/fake-state.ts';
import { addInvite } from './participant-handlers.ts';
import { findLiveSession } from './session-handlers.ts';

/** Asks the person of an invite for more: a new invite, which names what is asked for. */
export function requestFakeMore(state: FakeState, { ids, body: given }: FakeInput): RequestedMore {
  const body = given as RequestMoreBody;
  const session = findLiveSession(state, ids[0]);
  const asked = findAsked(state, session, body.invite);
  const slots = listAsked(state, session, body);
  const { recipient_first_name, recipient_last_name, recipient_email, recipient_phone, sendsCode } = asked;
  const invite = addInvite(state, session.id, {
    recipient_first_name,
    recipient_last_name,
    recipient_email,
    recipient_phone,
    ttlMinutes: body.ttl_minutes,
    sendsEmail: recipient_email !== '',
    sendsSms: recipient_email === '' && recipient_phone !== '',
    sendsCode,
  });
  addFakeFact(state, session.id, { kind: 'participant.asked', payload: { participant_id: invite.id } });
  return { ...invite, slots };
}

function findAsked({ invites }: FakeState, session: Session, inviteId: string | undefined): FakeInvite {
  const asked = [...invites.values()].findLast(
    (invite) =>
      invite.session === session.id && (inviteId === undefined ? !invite.isRevoked : invite.id === inviteId),
  );
  if (asked?.isRevoked) {
    throw new Refusal('invite_expired', 'The invite is revoked. Mint a new one for the same person.');
  }
  if (asked) return asked;
  if (inviteId !== undefined) throw noSuch('invite', inviteId);
  const detail = 'The session has no invite that is not revoked. Mint one first.';
  throw new Refusal('session.invalid_state', detail);
}

function listAsked(state: FakeState, session: Session, { slots, message }: RequestMoreBody): string[] {
  const known = session.shots.map(({ slot }) => slot);
  const unknown = slots?.find((slot) => !known.includes(slot));
  if (slots && unknown !== undefined) {
    const choice = known.length > 0 ? known.join(', ') : 'the session asks for nothing';
    const path = `body.slots.${slots.indexOf(unknown)}`;
    throw refuseField(path, 'invalid_value', `must be one of its shots: ${choice}`);
  }
  if (slots) return known.filter((slot) => slots.includes(slot));
  const missing = listFakeMissing(state, session);
  if (missing.length > 0 || message !== undefined) return missing;
  throw new Refusal(
    'session.invalid_state',
    'Nothing is missing. Name the slots to ask for once more, or give a message.',
  );
}

/** The slots of what is required and has no evidence that is ready. */
export function listFakeMissing({ evidence }: Pick<FakeState, 'evidence'>, { id, shots }: Session): string[] {
  const there = [...evidence.values()].filter(({ session, status }) => session === id && status === 'ready');
  return listMissing(
    shots,
    there.map(({ slot }) => slot),
  );
}
