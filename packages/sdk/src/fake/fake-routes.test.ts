import { type ListedRoute, listRoutes, NoBody, SCOPES } from '@field-inspection/contract';
import { ROLES } from '@field-inspection/contract/plain';
import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { FieldInspection } from '../client.ts';
import type { WebResponse } from '../http/web-types.ts';
import type { ApiPromise } from '../requests/api-promise.ts';
import { findResource } from '../testing/find-resource.ts';
import { sampleBody } from '../testing/sample-body.ts';
import { FAKE_SCOPES, type FakeScope } from './contract/vocabulary.ts';
import { createFakeService, type FakeInspectionService } from './create-fake-service.ts';

/* The fake knows every route that customers' systems call. A new route is named here until the fake has it. */
const ROUTES = listRoutes().filter(
  ({ policy }) => policy.public && ['credential', 'none'].includes(policy.auth),
);
const METHODS = ROUTES.filter(({ policy }) => policy.auth === 'credential' && policy.caller !== 'member');
const MEMBERS = ROUTES.filter(({ policy }) => policy.caller === 'member');
const nameOf = ({ resource, key }: ListedRoute) => `${resource}.${key}`;
const table = (routes: readonly ListedRoute[]) => routes.map((listed) => [nameOf(listed), listed] as const);
const MISSING = '019a9f6e-3c0a-7bd2-8c11-5d2f0f6d9a01';

type Ids = Record<string, string | undefined>;

let service: FakeInspectionService;
let client: FieldInspection;
beforeEach(() => {
  service = createFakeService();
  client = new FieldInspection({ ...service.clientOptions, maxRetries: 0 });
});

async function makeIds(): Promise<Ids> {
  const endpoint = await client.webhookEndpoints.create({ url: 'https://example.com/hooks' });
  const shots = [{ slot: 'roof', label: { en: 'The roof' } }];
  const session = await client.sessions.create({ shots });
  const invite = await client.participants.create(session.id);
  service.join(invite.id);
  service.answer(invite.id, { recording: 'granted' });
  const campaign = await client.campaigns.create({ name: 'Roofs' });
  const template = await client.templates.create({ name: 'Roof' });
  const person = { email: 'grace@example.com', name: 'Grace Hopper', role: 'auditor' } as const;
  const member = await client.members.create(person);
  const credential = await client.credentials.create({ name: 'Dispatch', scopes: 'observer' });
  const [delivery] = (await client.webhookEvents.list({ limit: 1 })).data;
  const token = (await client.participants.create(session.id)).join_url.split('#')[1];
  const piece = service.capture(session.id);
  return {
    session_id: session.id,
    invite_id: invite.id,
    campaign_id: campaign.id,
    template_id: template.id,
    member_id: member.id,
    member_session_id: service.signIn(member.id).id,
    passkey_id: service.addPasskey(member.id).id,
    domain_id: (await client.domains.create({ name: 'offices.example.com' })).id,
    credential_id: credential.id,
    endpoint_id: endpoint.id,
    delivery_id: delivery?.id,
    evidence_id: piece.id,
    owner_id: piece.id,
    hash: piece.sha256!,
    whiteboard_file: `${service.drawWhiteboard(session.id).id}.svg`,
    token,
  };
}

async function makeReport(ids: Ids) {
  await client.sessions.end(ids['session_id']!);
  ids['report_id'] = service.makeReports(ids['session_id']!)[0]?.id;
}

async function askForSignature(ids: Ids) {
  await makeReport(ids);
  const signer = { name: 'Ada', email: 'ada@example.com' };
  ids['signature_id'] = (await client.signatures.request(ids['session_id']!, { signer, level: 'SES' })).id;
}

async function addRecipient(ids: Ids) {
  await makeReport(ids);
  const eva = { name: 'Eva Brandt', email: 'eva@example.com' };
  ids['recipient_id'] = (await client.recipients.create(ids['session_id']!, eva)).id;
}

async function makeToken(ids: Ids) {
  ids['credential_id'] = (await client.directory.createToken({ name: 'Directory' })).id;
}

const putSso = () =>
  client.sso.put({ protocol: 'oidc', issuer: 'https://login.example.com', client_id: 'field-inspection' });

/** Steps that a route needs before it, beside the existence of everything. */
const BEFORE: Record<string, (ids: Ids) => PromiseLike<unknown>> = {
  'webhookEndpoints.pull': async (ids) => {
    ids['endpoint_id'] = (await client.webhookEndpoints.create({ kind: 'pull' })).id;
  },
  'sessions.stopRecording': ({ session_id }) => client.sessions.startRecording(session_id!),
  'sessions.redact': ({ session_id }) => client.sessions.end(session_id!),
  'sessions.setOutcome': ({ session_id }) => client.sessions.end(session_id!),
  'evidence.downloadBundle': ({ session_id }) => client.sessions.end(session_id!),
  'reports.create': ({ session_id }) => client.sessions.end(session_id!),
  'reports.get': makeReport,
  'reports.download': makeReport,
  'directory.rotateToken': makeToken,
  'directory.revokeToken': makeToken,
  'sso.activate': async ({ domain_id }) => {
    await putSso();
    service.testSso();
    await client.domains.verify(domain_id!);
  },
  'sso.disable': putSso,
  'members.getIdentity': async ({ member_id }) => service.linkMember(member_id!),
  'members.unlink': async ({ member_id }) => service.linkMember(member_id!),
  'branding.verifyDomain': () => client.branding.update({ domain: 'inspect.example.com' }),
  'recipients.create': makeReport,
  'recipients.reissue': addRecipient,
  'recipients.revoke': addRecipient,
  'signatures.request': makeReport,
  'signatures.list': makeReport,
  'signatures.get': askForSignature,
  'signatures.cancel': askForSignature,
};

const pathNames = ({ route }: ListedRoute) =>
  [...route.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);

async function call(on: FieldInspection, listed: ListedRoute, ids: Ids): Promise<WebResponse> {
  const resource = findResource(on, listed.resource);
  const values = pathNames(listed).map((name) => {
    if (ids[name] !== undefined) return ids[name];
    throw new Error(`makeIds() gives no ${name}`);
  });
  const query = listed.route.query ? [{}] : [];
  const reply = resource[listed.key]!(...values, ...query, ...sampleBody(listed));
  // A download is the reply already.
  return 'asResponse' in reply
    ? (reply as ApiPromise<unknown>).asResponse()
    : (reply as Promise<WebResponse>);
}

const send = (listed: ListedRoute, { apiKey, ids }: { apiKey?: string; ids?: Ids } = {}) => {
  const path = listed.route.path.replace(/:(\w+)/g, (_, name: string) => ids?.[name] ?? MISSING);
  const [body] = sampleBody(listed);
  const headers = new Headers(body && { 'content-type': 'application/json' });
  if (apiKey) headers.set('authorization', `Bearer ${apiKey}`);
  return service.fetch(`https://inspections.example.com${path}`, {
    ...{ method: listed.route.method, headers, redirect: 'manual', signal: new AbortController().signal },
    ...(body && { body: JSON.stringify(body) }),
  });
};
type Granting = {
  scopes?: FakeScope[];
  role?: string;
  default_role?: string;
  roles?: { role: string }[];
};

const codeOf = async (response: { status: number; json(): Promise<unknown> }) =>
  response.status < 400 ? response.status : ((await response.json()) as { code: string }).code;

it('has every route of the contract', async () => {
  const codes = await Promise.all(
    ROUTES.map(async (listed) => [nameOf(listed), await codeOf(await send(listed))]),
  );
  expect(codes.filter(([, code]) => code === 'not_in_fake').map(([name]) => name)).toEqual([]);
});

it.each(table(MEMBERS))(
  '%s refuses a key, as the service does: it takes who has signed in',
  async (_, listed) => {
    expect(await codeOf(await send(listed))).toBe('unauthenticated');
    expect(await codeOf(await send(listed, { apiKey: 'fis_fake' }))).toBe('permission_denied');
  },
);

it('has the scopes of the contract', () => {
  expect(FAKE_SCOPES).toEqual(SCOPES);
});

it('says so of what it does not have', async () => {
  const route = { ...METHODS[0]!, route: { ...METHODS[0]!.route, path: '/api/v1/public/balloons' } };
  const response = await send(route as ListedRoute);
  expect([response.status, await response.json()]).toEqual([
    501,
    expect.objectContaining({ code: 'not_in_fake', detail: 'The fake has no POST /api/v1/public/balloons' }),
  ]);
});

describe('every method of the client', () => {
  it.each(table(METHODS))('%s is answered as the contract says', async (name, listed) => {
    const ids = await makeIds();
    await BEFORE[name]?.(ids);
    const response = await call(client, listed, ids);
    const { responses } = listed.route;
    expect(Object.keys(responses)).toContain(String(response.status));
    const schema: unknown = responses[response.status];
    if (schema instanceof z.ZodType) {
      const body: unknown = await response.json();
      expect(schema.parse(body)).toEqual(body);
    } else if (typeof schema === 'symbol') {
      expect(await response.text()).toBe('');
    } else {
      // Bytes of the contract's type, or of any.
      const [type] = (schema as { contentType: string }).contentType.split('*');
      if (type !== 'application/octet-stream')
        expect(response.headers.get('content-type')?.startsWith(type!)).toBe(true);
      expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(0);
    }
  });

  it.each(table(METHODS.filter(({ policy }) => policy.scope)))(
    '%s wants its own scope and no other',
    async (_, listed) => {
      const own = listed.policy.scope as FakeScope;
      const others = service.createApiKey({ scopes: FAKE_SCOPES.filter((scope) => scope !== own) });
      // A key that grants scopes, or a role, must have them, too.
      const sample = sampleBody(listed)[0] as Granting | undefined;
      const roles = [sample?.role, sample?.default_role, ...(sample?.roles ?? []).map(({ role }) => role)];
      const ofRoles = roles.flatMap(
        (role) => (ROLES as Record<string, readonly FakeScope[]>)[role ?? ''] ?? [],
      );
      const ofToken: FakeScope[] = listed.key === 'createToken' ? ['directory:write'] : [];
      // A key that may sign members in may do as much as they may.
      const vouches = ['sso', 'domains'].includes(listed.resource) && listed.policy.idempotent;
      const ofSignOn = vouches ? FAKE_SCOPES : [];
      const granted = sample?.scopes ?? [...ofRoles, ...ofToken, ...ofSignOn];
      const alone = service.createApiKey({ scopes: [own, ...granted] });
      expect(await codeOf(await send(listed))).toBe('unauthenticated');
      expect(await codeOf(await send(listed, { apiKey: others }))).toBe('permission_denied');
      expect(await codeOf(await send(listed, { apiKey: alone }))).not.toBe('permission_denied');
    },
  );

  it.each(table(METHODS.filter((listed) => pathNames(listed).length > 0)))(
    '%s knows nothing by a wrong id',
    async (_, listed) => {
      for (const id of [MISSING, 'no-uuid']) {
        const ids = Object.fromEntries(pathNames(listed).map((name) => [name, id]));
        expect(await codeOf(await send(listed, { apiKey: 'fis_fake', ids }))).toBe('not_found');
      }
    },
  );

  it.each(table(METHODS.filter(({ route }) => 'body' in route && route.body !== NoBody)))(
    '%s refuses a field that it does not have',
    async (_, listed) => {
      const ids = await makeIds();
      const resource = findResource(client, listed.resource);
      const values = pathNames(listed).map((name) => ids[name]);
      const error = (await resource[listed.key]!(...values, { ...sampleBody(listed)[0], color: 'red' }).catch(
        (reason: unknown) => reason,
      )) as { errors: { path: string }[] };
      expect(error.errors.map(({ path }) => path)).toEqual(['body.color']);
    },
  );
});

it('answers the join as the contract says', async () => {
  const joins = ROUTES.filter(({ resource }) => resource === 'join');
  expect(joins.map(nameOf)).toEqual(['join.redeem', 'join.requestCode']);
  const ids = await makeIds();
  const response = await send(joins[0]!, { ids });
  const body: unknown = await response.json();
  expect(response.status).toBe(200);
  expect((joins[0]!.route.responses[200] as z.ZodType).parse(body)).toEqual(body);
});
