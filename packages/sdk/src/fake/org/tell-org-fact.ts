import type { RouteName } from '../contract/routes.ts';
import type { FakeHandler, FakeInput } from '../front/fake-service.ts';
import { endOfPrevious } from '../deliveries/fake-endpoints.ts';
import { addFakeOrgFact } from '../state/fake-chain.ts';
import { findFakeCredential } from '../state/fake-credentials.ts';
import type { FakeFact, FakeState, FakeValue } from '../state/fake-state.ts';

type Fact = Pick<FakeFact, 'kind' | 'payload'>;
type Told = Fact | Fact[] | undefined;
type Fields = Readonly<Record<string, FakeValue>>;

interface Done {
  readonly id: string;
  readonly body: Fields;
  readonly query: Fields;
  readonly before: Fields;
  readonly result: Fields;
  readonly state: FakeState;
}

/** The change goes into the organisation's own chain, as in the service. */
export function tellOrgFact(name: RouteName, handler: FakeHandler): FakeHandler {
  const tell = TELLS[name];
  if (!tell) return handler;
  return (state, input) => {
    const before = findBefore(name, state, input);
    const result = handler(state, input);
    const { ids, body, query, credential } = input;
    const done = { id: ids[0] ?? '', body, query, before, result: result ?? {}, state } as Done;
    const told = tell(done);
    const by: Fields = credential ? { credential_id: credential.id } : {};
    for (const { kind, payload } of [told ?? []].flat())
      addFakeOrgFact(state, { kind, payload: { ...by, ...payload } });
    return result;
  };
}

const TELLS: Partial<Record<RouteName, (done: Done) => Told>> = {
  'org.update': ({ body, before, result }) => {
    const changed = Object.entries(body).filter(
      ([name]) => JSON.stringify(before[name]) !== JSON.stringify(result[name]),
    );
    if (changed.length === 0) return undefined;
    // A contact is personal.
    const facts = changed.filter(([name]) => name !== 'contact');
    return { kind: 'organisation.changed', payload: Object.fromEntries(facts) };
  },
  'org.rotateCallbackSecret': ({ result: { previous_expires_at } }) => ({
    kind: 'organisation.callback_secret_rotated',
    payload: { previous_expires_at: previous_expires_at! },
  }),
  'members.create': ({ result }) => tellMember('member.invited', result),
  'members.resendInvitation': ({ result }) => tellMember('member.invited', result),
  'members.update': ({ body, before, result }) => {
    const changed = Object.entries(body).filter(([name, value]) => before[name] !== value);
    // A name is personal.
    const facts = Object.fromEntries(changed.filter(([name]) => name !== 'name'));
    if (changed.length === 0) return undefined;
    return { kind: 'member.changed', payload: { member: result['id']!, ...facts } };
  },
  'members.delete': ({ id }) => ({ kind: 'member.removed', payload: { member: id } }),
  'invitations.accept': ({ before }) => tellMember('member.joined', before),
  'credentials.create': ({ result }) =>
    tellKey('key.created', result, { scopes: result['scopes']!, ...termsOf(result) }),
  'directory.createToken': ({ result }) =>
    tellKey('key.created', result, { scopes: result['scopes']!, ...termsOf(result) }),
  'directory.rotateToken': ({ body, result }) =>
    tellKey('key.rotated', result, { overlap_hours: body['overlap_hours'] ?? 24 }),
  'directory.revokeToken': ({ before }) => tellRevoked(before),
  'directory.update': ({ result: { version, default_role, roles } }) => ({
    kind: 'directory.changed',
    payload: {
      version: version!,
      default_role: default_role!,
      roles: [...new Set((roles as Fields[]).map(({ role }) => String(role)))].sort(),
    },
  }),
  'sso.put': ({ body, result }) =>
    tellSso('sso.changed', result, { secret: body['client_secret'] !== undefined }),
  'sso.activate': (done) => tellSsoChange('sso.activated', done),
  'sso.disable': (done) => tellSsoChange('sso.disabled', done),
  'domains.create': ({ result }) => ({ kind: 'sso.domain_added', payload: { domain: result['id']! } }),
  'domains.verify': ({ id, before }) =>
    before['verified_at'] === null ? { kind: 'sso.domain_verified', payload: { domain: id } } : undefined,
  'domains.delete': ({ id }) => ({ kind: 'sso.domain_removed', payload: { domain: id } }),
  'credentials.update': ({ body, before, result }) =>
    Object.keys(body).every((name) => JSON.stringify(before[name]) === JSON.stringify(body[name]))
      ? undefined
      : tellKey('key.changed', result, termsOf(result)),
  'credentials.rotate': ({ body, result }) =>
    tellKey('key.rotated', result, { overlap_hours: body['overlap_hours'] ?? 24 }),
  'credentials.revoke': ({ before }) => tellRevoked(before),
  'keys.revoke': ({ before }) => tellRevoked(before, { possession: true }),
  'branding.update': ({ body, before, result }) =>
    tellVersion('branding.updated', { before, result }, { changed: Object.keys(body).sort() }),
  'branding.setLogo': ({ before, result }) => tellVersion('branding.updated', { before, result }),
  'branding.deleteLogo': ({ before, result }) => tellVersion('branding.updated', { before, result }),
  'branding.verifyDomain': ({ before, result }) =>
    tellVersion('branding.domain_verified', { before, result }),
  'webhookEndpoints.create': ({ result }) => tellNewEndpoint(result),
  'webhooks.create': ({ result }) => tellNewEndpoint(result),
  'webhookEndpoints.update': (done) => tellChangedEndpoint(done),
  'webhookEndpoints.delete': ({ id }) => ({ kind: 'webhook_endpoint.deleted', payload: { endpoint: id } }),
  'webhooks.rotate': (done) => tellRotatedEndpoint(done),
  'messages.update': ({ body: { kind, locale, ...texts } }) => ({
    kind: 'branding.message_text_updated',
    payload: { message: kind!, locale: locale!, changed: Object.keys(texts).sort() },
  }),
  'retention.update': ({ body, before, result }) =>
    tellVersion('retention.changed', { before, result }, body),
  'sessions.hold': ({ id, before }) =>
    before['on_hold'] ? undefined : { kind: 'retention.held', payload: { session_id: id } },
  'sessions.release': ({ id, before }) =>
    before['on_hold'] ? { kind: 'retention.released', payload: { session_id: id } } : undefined,
  'sessions.redact': ({ id, body, before }) => {
    const { reason = 'data_subject_request' } = body;
    if (before['redacted_at'] !== null) return undefined;
    return { kind: 'retention.redacted', payload: { session_id: id, reason } };
  },
  'exports.download': ({ query }) => ({
    kind: 'export.begun',
    payload: { resumed: query['after'] !== undefined },
  }),
};

function findBefore(name: RouteName, state: FakeState, { ids: [id = ''], body }: FakeInput): Fields {
  const { branding, retention } = state.organisation;
  const invitedId = [...state.invitations].find(([, token]) => token === body['token'])?.[0] ?? '';
  const families: Record<string, object | null | undefined> = {
    members: state.members.get(id),
    invitations: state.members.get(invitedId),
    credentials: state.credentials.get(id),
    directory: state.credentials.get(id),
    keys: findFakeCredential(state, String(body['api_key'])),
    webhookEndpoints: state.endpoints.get(id),
    sessions: state.sessions.get(id),
    domains: state.orgDomains.get(id),
    ...{ branding, retention, sso: state.organisation.sso, org: state.organisation },
  };
  return { ...families[name.split('.')[0]!] } as Fields;
}

const tellSso = (kind: string, { id, status, enforced }: Fields, payload: Fields = {}): Fact => ({
  kind,
  payload: { connection: id!, status: status!, enforced: enforced!, ...payload },
});

const tellSsoChange = (kind: string, { before, result }: Done): Told =>
  before['version'] === result['version'] ? undefined : tellSso(kind, result);

const tellMember = (kind: string, { id, role }: Fields): Told => ({
  kind,
  payload: { member: id!, role: role! },
});

const termsOf = ({ allowed_networks: networks, expires_at }: Fields): Fields => ({
  networks: networks!,
  expires_at: expires_at!,
});

const tellKey = (kind: string, { id, member }: Fields, payload: Fields = {}): Told => ({
  kind,
  payload: { credential: id!, acts_for: member!, ...payload },
});

const tellRevoked = (before: Fields, payload: Fields = {}): Told =>
  before['revoked_at'] === null ? tellKey('key.revoked', before, payload) : undefined;

// A URL may hold a secret, and a description a name.
const tellNewEndpoint = ({ id, kind, event_types }: Fields): Fact => ({
  kind: 'webhook_endpoint.created',
  payload: { endpoint: id!, endpoint_kind: kind!, event_types: event_types! },
});

const tellChangedEndpoint = ({ id, body, before, result, state }: Done): Fact[] => {
  const changed = ['active', 'description', 'event_types', 'url'].filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(result[name]),
  );
  const facts = changed.filter((name) => name === 'active' || name === 'event_types');
  const payload = {
    endpoint: id,
    changed,
    ...Object.fromEntries(facts.map((name) => [name, result[name]!])),
  };
  return [
    ...(changed.length > 0 ? [{ kind: 'webhook_endpoint.updated', payload }] : []),
    ...(body['rotate_secret'] ? [tellRotatedEndpoint({ id, state })] : []),
  ];
};

const tellRotatedEndpoint = ({ id, state }: Pick<Done, 'id' | 'state'>): Fact => {
  const previous_expires_at = endOfPrevious(state.endpoints.get(id)!.secrets);
  return { kind: 'webhook_endpoint.secret_rotated', payload: { endpoint: id, previous_expires_at } };
};

/** An update without a change makes no version, and is not told. */
const tellVersion = (
  kind: string,
  { before, result }: Pick<Done, 'before' | 'result'>,
  payload: Fields = {},
): Told =>
  before['version'] === result['version']
    ? undefined
    : { kind, payload: { version: result['version']!, ...payload } };
