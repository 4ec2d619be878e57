import { noSuch } from '@field-inspection/rules';
import type { Passkey } from '../../resources/members.ts';
import type { FakeHandlers } from '../front/fake-service.ts';
import { listFakePage } from '../front/list-fake-page.ts';
import type { FakeState } from '../state/fake-state.ts';

export const memberPasskeyHandlers: Pick<
  FakeHandlers<'members'>,
  'members.listPasskeys' | 'members.deletePasskey'
> = {
  'members.listPasskeys': (state, { ids, query }) => {
    const items = listFakePasskeys(state, ids[0]!);
    const page = listFakePage(state, { items, list: 'passkeys', query });
    return { ...page, data: page.data.map(({ member: _, ...passkey }) => passkey) };
  },
  'members.deletePasskey': (state, { ids }) => {
    const passkey = listFakePasskeys(state, ids[0]!).find(({ id }) => id === ids[1]);
    if (!passkey) throw noSuch('passkey', ids[1]);
    state.passkeys.delete(passkey.id);
  },
};

function listFakePasskeys(state: FakeState, member: string) {
  if (!state.members.has(member)) throw noSuch('member', member);
  return [...state.passkeys.values()].filter((passkey) => passkey.member === member);
}

/** A member registers a passkey on the pages of the service. */
export function addFakePasskey(state: FakeState, member: string): Passkey {
  if (!state.members.has(member)) throw noSuch('member', member);
  const passkey: Passkey = {
    id: crypto.randomUUID(),
    name: 'Firefox, Linux',
    backed_up: true,
    transports: ['internal', 'hybrid'],
    created_at: state.now().toISOString(),
    last_used_at: null,
  };
  state.passkeys.set(passkey.id, { ...passkey, member });
  return passkey;
}
