import { judgeCredential } from '@field-inspection/rules';
import type { FakeCredential, FakeKey, FakeState } from './fake-state.ts';

type FakeTerms = Pick<
  FakeCredential,
  'operator_email' | 'member' | 'rate_limit' | 'allowed_networks' | 'expires_at'
>;

export function addFakeCredential(
  state: FakeState,
  { apiKey, ...made }: Partial<FakeTerms> & { apiKey: string; name: string; scopes: readonly string[] },
): FakeCredential {
  const credential: FakeCredential = {
    id: crypto.randomUUID(),
    operator_email: 'operator@example.com',
    member: null,
    rate_limit: 60,
    allowed_networks: [],
    created_at: state.now().toISOString(),
    last_used_at: null,
    last_refused_at: null,
    last_refused_address: null,
    expires_at: null,
    revoked_at: null,
    ...made,
    scopes: [...new Set(made.scopes)],
    keys: [createFakeKey(state, apiKey)],
  };
  state.credentials.set(credential.id, credential);
  return credential;
}

export const createFakeKey = ({ now }: FakeState, apiKey: string): FakeKey => ({
  apiKey,
  hint: apiKey.slice(-4),
  created_at: now().toISOString(),
  valid_until: null,
  last_used_at: null,
});

export const findFakeCredential = (state: FakeState, apiKey: string): FakeCredential | undefined =>
  [...state.credentials.values()].find(
    (credential) =>
      judgeCredential(credential, state.now()) === 'active' &&
      listValidKeys(state, credential).some((key) => key.apiKey === apiKey),
  );

export const listValidKeys = ({ now }: FakeState, { keys }: FakeCredential): FakeKey[] =>
  keys.filter(({ valid_until }) => valid_until === null || Date.parse(valid_until) > now().getTime());
