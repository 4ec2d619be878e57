import { ROLES } from '@field-inspection/contract/plain';
import {
  changeCredential,
  credentialEnded,
  judgeCredential,
  judgeGrant,
  noSuch,
  readActor,
  readExpiry,
  readRateLimit,
  replaceKey,
  type HeldRights,
} from '@field-inspection/rules';
import type {
  CreateCredentialBody,
  Credential,
  CredentialWithKey,
  RotateCredentialBody,
  UpdateCredentialBody,
} from '../../resources/credentials.ts';
import type { MemberRole } from '../../resources/members.ts';
import type { FakeHandlers, FakeInput } from '../front/fake-service.ts';
import { listFakePage } from '../front/list-fake-page.ts';
import {
  addFakeCredential,
  createFakeKey,
  findFakeCredential,
  listValidKeys,
} from '../state/fake-credentials.ts';
import type { FakeCredential, FakeState } from '../state/fake-state.ts';

export const credentialHandlers: FakeHandlers<'credentials'> = {
  'credentials.list': (state, { query }) => {
    const page = listFakePage(state, { items: state.credentials.values(), list: 'credentials', query });
    return { ...page, data: page.data.map((credential) => viewCredential(state, credential)) };
  },
  'credentials.create': createCredential,
  'credentials.get': (state, { ids }) => viewCredential(state, findCredential(state, ids[0])),
  'credentials.update': updateCredential,
  'credentials.rotate': rotateCredential,
  'credentials.revoke': (state, { ids }) => {
    findCredential(state, ids[0]).revoked_at ??= state.now().toISOString();
  },
};

export const keyHandlers: FakeHandlers<'keys'> = {
  'keys.revoke': (state, { body }) => {
    const leaked = findFakeCredential(state, body['api_key'] as string);
    if (leaked) leaked.revoked_at = state.now().toISOString();
  },
};

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** The key has the right form without a valid checksum. */
const drawKey = () =>
  `fis_${[...crypto.getRandomValues(new Uint8Array(38))].map((byte) => BASE62[byte % 62]).join('')}`;

function viewCredential(state: FakeState, credential: FakeCredential): Credential {
  const keys = listValidKeys(state, credential).map(({ apiKey: _, ...key }) => key);
  return {
    ...credential,
    scopes: [...credential.scopes] as Credential['scopes'],
    status: judgeCredential(credential, state.now()),
    keys,
  };
}

function findCredential({ credentials }: FakeState, id = ''): FakeCredential {
  const credential = credentials.get(id);
  if (!credential) throw noSuch('credential', id);
  return credential;
}

function createCredential(state: FakeState, { body, credential }: FakeInput): CredentialWithKey {
  const caller = credential!;
  const { name, scopes: asked, ...given } = body as unknown as CreateCredentialBody;
  const scopes = typeof asked === 'string' ? ROLES[asked as MemberRole] : asked;
  const expiresAt = readExpiry(given, state.now()) ?? null;
  const held = readHeld(caller);
  const rate_limit = readRateLimit(given.rate_limit, held);
  const grant = { scopes, expiresAt, rateLimit: given.rate_limit, memberId: given.member ?? null };
  judgeGrant(held, grant, { memberId: caller.member });
  const { memberId, operatorEmail } = readActor(
    given,
    { operatorEmail: caller.operator_email },
    findActor(state, given),
  );
  const apiKey = drawKey();
  const made = addFakeCredential(state, {
    ...{ name, scopes, rate_limit, apiKey },
    operator_email: operatorEmail,
    member: memberId,
    expires_at: expiresAt?.toISOString() ?? null,
    allowed_networks: given.allowed_networks ?? [],
  });
  return { ...viewCredential(state, made), api_key: apiKey };
}

function findActor(
  { members }: FakeState,
  { member: id = '', operator_email = '' }: Partial<CreateCredentialBody>,
) {
  const member = members.get(id);
  const email = operator_email.toLowerCase();
  return {
    member: member?.status === 'active' ? member : null,
    isOfMember: [...members.values()].some((other) => other.email.toLowerCase() === email),
  };
}

function updateCredential(state: FakeState, { ids, body, credential }: FakeInput): Credential {
  const found = findCredential(state, ids[0]);
  const { changed, isBound } = changeCredential(found, body as UpdateCredentialBody, state.now());
  if (isBound) requireHeld(credential!, found, changed.expires_at);
  const expires_at = changed.expires_at?.toISOString() ?? null;
  return viewCredential(state, Object.assign(found, { ...changed, expires_at }));
}

function rotateCredential(state: FakeState, { ids, body, credential }: FakeInput): CredentialWithKey {
  const found = findCredential(state, ids[0]);
  if (judgeCredential(found, state.now()) !== 'active') throw credentialEnded();
  requireHeld(credential!, found, found.expires_at === null ? null : new Date(found.expires_at));
  const { isKept, validUntil } = replaceKey(state.now(), (body as RotateCredentialBody).overlap_hours);
  const apiKey = drawKey();
  const valid_until = validUntil.toISOString();
  const replaced = found.keys.slice(0, isKept ? 1 : 0).map((key) => ({ ...key, valid_until }));
  found.keys = [createFakeKey(state, apiKey), ...replaced];
  return { ...viewCredential(state, found), api_key: apiKey };
}

function requireHeld(caller: FakeCredential, found: FakeCredential, expiresAt: Date | null): void {
  const { scopes, rate_limit: rateLimit, member: memberId } = found;
  judgeGrant(readHeld(caller), { scopes, expiresAt, rateLimit, memberId }, { memberId: caller.member });
}

/** The fake has no addresses, and so no networks. */
export const readHeld = ({ scopes, expires_at, rate_limit }: FakeCredential): HeldRights => ({
  scopes,
  endsAt: expires_at === null ? null : new Date(expires_at),
  rateLimit: rate_limit,
  covers: true,
});
