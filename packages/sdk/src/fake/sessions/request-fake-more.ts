import type { Session } from '@field-inspection/contract';
import { factOfRequest, listAsked, listMissing, recipientOf, requireAsked } from '@field-inspection/rules';
import type { RequestedMore, RequestMoreBody } from '../../resources/inspections.ts';
import type { FakeInput } from '../front/fake-service.ts';
import { addFakeFact, nameFakeActor } from '../state/fake-chain.ts';
import type { FakeState } from '../state/fake-state.ts';
import { addInvite } from './participant-handlers.ts';
import { findLiveSession } from './session-handlers.ts';

/** Asks the person of an invite for more: a new invite, which names the shots. */
export function requestFakeMore(state: FakeState, { ids, body, credential }: FakeInput): RequestedMore {
  const { invite: named, ttl_minutes: ttlMinutes, ...asks } = body as RequestMoreBody;
  const session = findLiveSession(state, ids[0]);
  const found = [...state.invites.values()].findLast(
    ({ id, session: of, revoked_at }) =>
      of === session.id && (named === undefined ? revoked_at === null : id === named),
  );
  const asked = requireAsked(found, named);
  const slots = listAsked(session.shots, asks, listFakeMissing(state, session));
  const invite = addInvite(state, session.id, { recipient: recipientOf(asked), ttlMinutes, credential });
  addFakeFact(
    state,
    session.id,
    factOfRequest(
      { participantId: invite.id, askedBefore: asked.id, slots, message: asks.message },
      nameFakeActor(credential),
    ),
  );
  return { ...invite, slots };
}

/** Lists the slots of required shots without ready evidence. */
export function listFakeMissing({ evidence }: Pick<FakeState, 'evidence'>, { id, shots }: Session): string[] {
  const there = [...evidence.values()].filter(({ session, status }) => session === id && status === 'ready');
  return listMissing(
    shots,
    there.map(({ slot }) => slot),
  );
}
