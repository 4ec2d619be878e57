import { noSuch, Refusal } from '@field-inspection/rules';
import type { Me } from '../../resources/me.ts';
import type { MemberSession } from '../../resources/member-sessions.ts';
import type { FakeHandler, FakeHandlers } from '../front/fake-service.ts';
import { listFakePage } from '../front/list-fake-page.ts';
import type { FakeState } from '../state/fake-state.ts';

// Keys alone call the fake, and the service refuses them here, too.
export const takesMember: FakeHandler = () => {
  throw new Refusal('permission_denied', 'This takes a member who has signed in, and no API key.');
};

export const meHandlers: FakeHandlers<'me'> = {
  'me.get': (state, { credential }): Me => {
    const { id, scopes, member } = credential!;
    const person = member === null ? undefined : state.members.get(member);
    return {
      organisation: state.organisation.id,
      organisation_name: state.organisation.name,
      credential: id,
      member,
      email: person?.email ?? null,
      name: person?.name ?? null,
      role: person?.role ?? null,
      locale: person?.locale ?? null,
      scopes: [...scopes] as Me['scopes'],
      session: null,
    };
  },
  'me.listOwnSessions': takesMember,
  'me.endOwnSession': takesMember,
  'me.signOut': takesMember,
  'me.requestStepUp': takesMember,
  'me.stepUp': takesMember,
  'me.stepUpAtProvider': takesMember,
  'me.beginPasskeyStepUp': takesMember,
  'me.stepUpByPasskey': takesMember,
  'me.listOwnPasskeys': takesMember,
  'me.beginPasskey': takesMember,
  'me.createPasskey': takesMember,
  'me.updatePasskey': takesMember,
  'me.deleteOwnPasskey': takesMember,
};

export const memberSessionHandlers: FakeHandlers<'memberSessions'> = {
  'memberSessions.list': (state, { ids, query }) => {
    const items = listFakeSessions(state, ids[0]!);
    const page = listFakePage(state, { items, list: 'memberSessions', query });
    return { ...page, data: page.data.map(({ member: _, ...session }) => session) };
  },
  'memberSessions.end': (state, { ids }) => {
    const session = listFakeSessions(state, ids[0]!).find(({ id }) => id === ids[1]);
    if (!session) throw noSuch('session', ids[1]);
    state.memberSessions.delete(session.id);
  },
};

function listFakeSessions(state: FakeState, member: string) {
  if (!state.members.has(member)) throw noSuch('member', member);
  return [...state.memberSessions.values()].filter((session) => session.member === member);
}

const HOUR_MS = 3_600_000;

/** A member signs in by a code. */
export function signInToFake(state: FakeState, member: string): MemberSession {
  if (!state.members.has(member)) throw noSuch('member', member);
  const at = state.now();
  const session: MemberSession = {
    id: crypto.randomUUID(),
    way: 'code',
    user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
    device: 'Firefox, Linux',
    is_current: false,
    created_at: at.toISOString(),
    last_used_at: null,
    stepped_up_at: at.toISOString(),
    expires_at: new Date(at.getTime() + 8 * HOUR_MS).toISOString(),
  };
  state.memberSessions.set(session.id, { ...session, member });
  return session;
}
