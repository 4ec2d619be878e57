import { ROLES } from '@field-inspection/contract/plain';
import { noSuch, Refusal } from '@field-inspection/rules';
import type {
  CreateCredentialBody,
  Credential,
  CredentialWithKey,
  RotateCredentialBody,
  UpdateCredentialBody,
} from '../../resources/credentials.ts';
import type { MemberRole } from '../../resources/members.ts';
import { refuseField } from '../front/fake-refusal.ts';
import type { FakeHandlers, FakeInput } from '../front/fake-service.ts';
import { listFakePage } from '../front/list-fake-page.ts';
import {
  addFakeCredential,
  createFakeKey,
  findFakeCredential,
  judgeFakeCredential,
  listValidKeys,
} from '../state/fake-credentials.ts';
import type { FakeCredential, FakeState } from '../state/fake-state.ts';
import { requireFakeGrant } from './require-fake-grant.ts';

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

const HOUR_MS = 3_600_000;
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Draws a key of the right form, without a valid checksum. */
const drawKey = () =>
  `fis_${[...crypto.getRandomValues(new Uint8Array(38))].map((byte) => BASE62[byte % 62]).join('')}`;

/** The credential as the API shows it: never with a key. */
function viewCredential(state: FakeState, credential: FakeCredential): Credential {
  const keys = listValidKeys(state, credential).map(({ apiKey: _, ...key }) => key);
  return {
    ...credential,
    scopes: [...credential.scopes] as Credential['scopes'],
    status: judgeFakeCredential(state, credential),
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
  const { expires_at = null, rate_limit = Math.min(60, caller.rate_limit) } = given;
  checkExpiry(state, expires_at);
  requireFakeGrant(caller, { scopes, expires_at, rate_limit });
  const apiKey = drawKey();
  const terms = { expires_at, rate_limit, allowed_networks: given.allowed_networks ?? [] };
  const { operator_email = caller.operator_email, member = null } = given;
  refuseMember(state, caller, operator_email);
  const made = addFakeCredential(state, { name, scopes, operator_email, member, ...terms, apiKey });
  return { ...viewCredential(state, made), api_key: apiKey };
}

/** Refuses another member's address: the key's actions would pass for theirs. One's own is allowed. */
function refuseMember(state: FakeState, caller: FakeCredential, address: string): void {
  const email = address.toLowerCase();
  if (email === caller.operator_email.toLowerCase()) return;
  if (![...state.members.values()].some((member) => member.email.toLowerCase() === email)) return;
  throw refuseField(
    'body.operator_email',
    'invalid_value',
    'is the address of a member: name them by member instead',
  );
}

function updateCredential(state: FakeState, { ids, body, credential }: FakeInput): Credential {
  const found = findCredential(state, ids[0]);
  if (found.revoked_at !== null) throw refuseEnded();
  const changes = body as UpdateCredentialBody;
  const { expires_at = found.expires_at } = changes;
  if (changes.expires_at) checkExpiry(state, changes.expires_at);
  if (changes.expires_at !== undefined || changes.allowed_networks !== undefined)
    requireFakeGrant(credential!, { scopes: found.scopes, expires_at });
  return viewCredential(state, Object.assign(found, changes));
}

function rotateCredential(state: FakeState, { ids, body, credential }: FakeInput): CredentialWithKey {
  const found = findCredential(state, ids[0]);
  if (judgeFakeCredential(state, found) !== 'active') throw refuseEnded();
  requireFakeGrant(credential!, { scopes: found.scopes, expires_at: found.expires_at });
  const { overlap_hours: hours = 24 } = body as RotateCredentialBody;
  const valid_until = new Date(state.now().getTime() + hours * HOUR_MS).toISOString();
  const apiKey = drawKey();
  const replaced = found.keys.slice(0, hours === 0 ? 0 : 1).map((key) => ({ ...key, valid_until }));
  found.keys = [createFakeKey(state, apiKey), ...replaced];
  return { ...viewCredential(state, found), api_key: apiKey };
}

function checkExpiry({ now }: FakeState, expiresAt: string | null): void {
  if (expiresAt !== null && Date.parse(expiresAt) <= now().getTime())
    throw refuseField('body.expires_at', 'invalid_value', 'must be a time to come');
}

const refuseEnded = () =>
  new Refusal(
    'credential_ended',
    'The credential has ended. Give one that expired a later expires_at, or create another one.',
  );
