import {
  domainExists,
  findUrlFault,
  invalidField,
  judgeRole,
  noSuch,
  planSso,
  readDomain,
  describeRecord,
  requireActivatable,
  requireConnection,
  requireDomainQuota,
  requireSso,
  requireSsoVersion,
  requireUnenforced,
  sayProof,
  showSsoTest,
  type SsoSettings,
} from '@field-inspection/rules';
import type { OrgDomain } from '../../resources/domains.ts';
import type { PutSsoBody, SsoConnection } from '../../resources/sso.ts';
import { matchesFakeVersion } from '../front/fake-refusal.ts';
import type { FakeHandlers, FakeInput } from '../front/fake-service.ts';
import { listFakePage } from '../front/list-fake-page.ts';
import { drawToken, type FakeState } from '../state/fake-state.ts';
import { readHeld } from './credential-handlers.ts';
import { takesMember } from './me-handlers.ts';

/**
 * No provider answers the fake, so that nothing is tested in it; `service.testSso()` says that a test has passed. It
 * reads no certificates.
 */
export const ssoHandlers: FakeHandlers<'sso'> = {
  'sso.get': showSso,
  'sso.put': putSso,
  'sso.beginTest': takesMember,
  'sso.getTest': () => showSsoTest(null),
  'sso.activate': (state, input) => {
    requireSso(state.organisation.plan);
    requireAdmin(input);
    const { status } = showSso(state);
    requireActivatable(status, [...state.orgDomains.values()].filter(isVerified).length);
    return change(state, { status: 'active' });
  },
  'sso.disable': (state, input) => {
    requireAdmin(input);
    const { status } = showSso(state);
    requireConnection(status);
    return change(state, { status: status === 'active' ? 'tested' : status, enforced: false });
  },
  'sso.enforce': takesMember,
};

export const domainHandlers: FakeHandlers<'domains'> = {
  'domains.list': (state, { query }) =>
    listFakePage(state, { items: state.orgDomains.values(), list: 'organisation_domains', query }),
  'domains.create': (state, input) => {
    requireSso(state.organisation.plan);
    requireAdmin(input);
    const { orgDomains, baseUrl } = state;
    const isOwnHost = (host: string) => host === new URL(baseUrl).hostname;
    const name = readDomain(String(input.body['name']), { toAscii, isOwnHost, field: 'name' });
    requireDomainQuota(orgDomains.size);
    if ([...orgDomains.values()].some((other) => other.name === name)) throw domainExists(name);
    const domain: OrgDomain = {
      id: crypto.randomUUID(),
      name,
      record: describeRecord(name, sayProof(drawToken())),
      verified_at: null,
      record_missing_since: null,
      created_at: state.now().toISOString(),
    };
    orgDomains.set(domain.id, domain);
    return domain;
  },
  'domains.verify': (state, input) => {
    requireSso(state.organisation.plan);
    const domain = findDomain(state, input);
    requireAdmin(input);
    const verified = { ...domain, verified_at: domain.verified_at ?? state.now().toISOString() };
    state.orgDomains.set(domain.id, verified);
    return verified;
  },
  'domains.delete': (state, input) => {
    const { id } = findDomain(state, input);
    requireAdmin(input);
    state.orgDomains.delete(id);
    return undefined;
  },
};

/** A test of the connection has passed. */
export function testFakeSso(state: FakeState): SsoConnection {
  requireConnection(showSso(state).status);
  const { id = null } = [...state.members.values()].find(({ role }) => role === 'org_admin') ?? {};
  return change(state, { status: 'tested', tested_at: state.now().toISOString(), tested_by: id });
}

function showSso({ organisation: { sso }, baseUrl }: FakeState): SsoConnection {
  return sso ?? { ...NO_CONNECTION, service: describeService(baseUrl, null) };
}

function putSso(state: FakeState, input: FakeInput): SsoConnection {
  const { organisation, baseUrl, now } = state;
  const body = input.body as unknown as PutSsoBody;
  requireSso(organisation.plan);
  requireAdmin(input);
  const held = organisation.sso;
  const version = held?.version ?? 0;
  requireUrls(body);
  requireSsoVersion(version, matchesFakeVersion(version, input.headers.get('if-match')));
  const { after, isTestVoid, isOtherClient } = planSso(held && settingsOf(held), body, true);
  if (isTestVoid) requireUnenforced(held?.enforced ?? false);
  const id = held?.id ?? crypto.randomUUID();
  organisation.sso = {
    ...(held ?? NO_CONNECTION),
    ...(isTestVoid ? { status: 'draft', tested_at: null, tested_by: null } : {}),
    id,
    protocol: body.protocol,
    issuer: after.issuer,
    client_id: after.client_id,
    has_client_secret:
      body.protocol === 'oidc' &&
      (body.client_secret === undefined
        ? !isOtherClient && (held?.has_client_secret ?? false)
        : body.client_secret !== null),
    sso_url: after.sso_url,
    metadata_url: after.metadata_url,
    claims: { email: after.email_claim, name: after.name_claim, groups: after.groups_claim },
    just_in_time: body.just_in_time ?? false,
    default_role: body.default_role ?? 'observer',
    service: describeService(baseUrl, id),
    version: version + 1,
    updated_at: now().toISOString(),
  };
  return organisation.sso;
}

function requireUrls({ protocol, issuer, sso_url, metadata_url }: PutSsoBody): void {
  const given = { issuer: protocol === 'oidc' ? issuer : null, metadata_url, sso_url };
  for (const [name, url] of Object.entries(given)) {
    const fault = url ? findUrlFault(url) : null;
    if (fault) throw invalidField(name, fault);
  }
}

function change(state: FakeState, to: Partial<SsoConnection>): SsoConnection {
  const held = state.organisation.sso!;
  const isSame = Object.entries(to).every(([name, value]) => held[name as keyof SsoConnection] === value);
  if (isSame) return held;
  state.organisation.sso = {
    ...held,
    ...to,
    version: held.version + 1,
    updated_at: state.now().toISOString(),
  };
  return state.organisation.sso;
}

const settingsOf = ({
  protocol,
  issuer,
  client_id,
  sso_url,
  metadata_url,
  claims,
}: SsoConnection): SsoSettings => ({
  ...{ protocol, issuer, client_id, sso_url, metadata_url },
  email_claim: claims.email,
  name_claim: claims.name,
  groups_claim: claims.groups,
});

const requireAdmin = ({ credential }: FakeInput): void =>
  judgeRole(readHeld(credential!), { role: 'org_admin' });

const isVerified = ({ verified_at }: OrgDomain): boolean => verified_at !== null;

function findDomain({ orgDomains }: FakeState, { ids: [id = ''] }: FakeInput): OrgDomain {
  const domain = orgDomains.get(id);
  if (!domain) throw noSuch('domain', id);
  return domain;
}

const describeService = (baseUrl: string, id: string | null): SsoConnection['service'] => ({
  redirect_uri: id && `${baseUrl}/sso/oidc/${id}/callback`,
  acs_url: id && `${baseUrl}/sso/saml/${id}/acs`,
  entity_id: id && `${baseUrl}/sso/saml/${id}/metadata`,
  start_url: id && `${baseUrl}/sso/${id}/start`,
});

// URL writes names in Punycode.
const toAscii = (name: string): string =>
  URL.canParse(`https://${name}`) ? new URL(`https://${name}`).hostname : '';

const NO_CONNECTION: Omit<SsoConnection, 'service'> = {
  id: null,
  protocol: null,
  status: 'none',
  issuer: null,
  client_id: null,
  has_client_secret: false,
  sso_url: null,
  metadata_url: null,
  metadata_read_at: null,
  metadata_fault: null,
  certificates: [],
  claims: { email: null, name: null, groups: null },
  just_in_time: false,
  default_role: 'observer',
  enforced: false,
  tested_at: null,
  tested_by: null,
  version: 0,
  updated_at: null,
};
