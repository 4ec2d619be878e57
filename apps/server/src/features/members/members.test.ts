import { SCOPES, type RoleName, type Scope } from '@field-inspection/contract';
import { verifyChain, type AuditEntry } from '@field-inspection/evidence';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { callApi, type ApiReply } from '../../testing/call-api.ts';
import { createCredential } from '../../testing/create-credential.ts';
import { runDueJobs } from '../../testing/run-due-jobs.ts';
import { seedOrganisation } from '../../testing/seed-organisation.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';
import { addMember } from './add-member.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(() => void (server.post.emails.length = 0));

const prisma = () => server.context.database.prisma;
let people = 0;
const freshEmail = () => `person${people++}@example.com`;
type Hired = { id: string; apiKey: string; organisationId: string };

/** A member with a key that may do what is asked of it, and what their role lets them. */
const hire = async (
  role: RoleName,
  {
    organisationId = server.seed.organisationId,
    scopes = [...SCOPES],
  }: { organisationId?: string; scopes?: Scope[] } = {},
): Promise<Hired> => {
  const email = freshEmail();
  const { id } = await addMember(server.context, { organisationId, email, name: 'Ada', role, locale: 'en' });
  const operator = { organisationId, name: '', scopes, operatorEmail: email, memberId: id };
  const { api_key: apiKey } = await createCredential(server.context, operator);
  return { id, apiKey, organisationId };
};
type Reply = Pick<ApiReply, 'status' | 'body'>;
const call = async (
  route: string,
  { apiKey = server.seed.apiKey, body }: { apiKey?: string; body?: unknown } = {},
): Promise<Reply> => {
  const [method = '', path = ''] = route.split(' ');
  const response = await fetch(`${server.baseUrl}/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${apiKey}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: (text === '' ? {} : JSON.parse(text)) as ApiReply['body'] };
};
const outcomeOf = ({ status, body }: Reply): string =>
  [status, body.code].filter((part) => part !== undefined).join(' ');
const invite = async (more: object = {}, apiKey = server.seed.apiKey) => {
  const email = freshEmail();
  const body = { email, name: 'Ada Rossi', role: 'inspector', ...more };
  const reply = await call('POST /org/members', { apiKey, body });
  return { email, reply, id: reply.body.id };
};
const readToken = async (email: string): Promise<string> => {
  await runDueJobs(server.context);
  const mail = server.post.emails.findLast(({ to }) => to === email);
  return /invitations#([\w-]{43})/.exec(mail!.text)![1]!;
};
const accept = (token: string, email: string) =>
  call('POST /org/invitations/accept', { body: { token, email } });
const statusOf = async (id: string) => (await prisma().member.findFirstOrThrow({ where: { id } })).status;

describe('an invitation', () => {
  it('goes by e-mail in the language of the person, and makes them a member once they give their address', async () => {
    const { email, reply, id } = await invite({ locale: 'de-AT' });
    expect(reply.status).toBe(201);
    expect(reply.body).toMatchObject({ status: 'invited', role: 'inspector', locale: 'de', joined_at: null });
    const token = await readToken(email);
    expect(server.post.emails[0]!.subject).toContain('lädt Sie');
    const accepted = await accept(token, email.toUpperCase());
    expect([accepted.status, accepted.body]).toEqual([
      200,
      { organisation_name: 'Acme Inspections', name: 'Ada Rossi', role: 'inspector' },
    ]);
    expect(await statusOf(id)).toBe('active');
  });

  it('works once, however many use it at once', async () => {
    const { email } = await invite();
    const token = await readToken(email);
    const replies = await Promise.all(Array.from({ length: 6 }, () => accept(token, email)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    const again = await accept(token, email);
    expect([outcomeOf(again), again.body]).toMatchObject(['410 link_expired', { invitation_status: 'used' }]);
  });

  it('that is stolen opens nothing without the address it was for, and five tries end it', async () => {
    const { email, id } = await invite();
    const token = await readToken(email);
    for (let tries = 0; tries < 5; tries++) {
      expect(outcomeOf(await accept(token, `thief${tries}@example.com`))).toBe(
        '409 invitation.wrong_address',
      );
    }
    expect(outcomeOf(await accept(token, email))).toBe('410 link_expired');
    expect(await statusOf(id)).toBe('invited');
  });

  it('that was replaced, is late, or is of a person who was removed, is dead', async () => {
    const [replaced, late, removed] = [await invite(), await invite(), await invite()];
    const old = await readToken(replaced.email);
    expect((await call(`POST /org/members/${replaced.id}/invitation`)).status).toBe(200);
    expect(outcomeOf(await accept(old, replaced.email))).toBe('410 link_expired');
    expect((await accept(await readToken(replaced.email), replaced.email)).status).toBe(200);
    const gone = await readToken(removed.email);
    expect((await call(`DELETE /org/members/${removed.id}`)).status).toBe(204);
    expect(outcomeOf(await accept(gone, removed.email))).toBe('410 link_expired');
    const slow = await readToken(late.email);
    server.clock.advance(7 * 86_400_000);
    const expired = await accept(slow, late.email);
    expect([outcomeOf(expired), expired.body]).toMatchObject([
      '410 link_expired',
      { invitation_status: 'expired' },
    ]);
    expect(outcomeOf(await accept('A'.repeat(43), late.email))).toBe('410 link_expired');
  });

  it('is refused for an address that a member has, in capitals or not; one who was removed may come back', async () => {
    const { email, id } = await invite();
    expect(outcomeOf((await invite({ email: email.toUpperCase() })).reply)).toBe('409 member.exists');
    await call(`DELETE /org/members/${id}`);
    expect((await invite({ email })).reply.status).toBe(201);
  });

  it.each([
    'Ada\r\nBcc: thief@example.com',
    'Ada\u2028Rossi\u0007',
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
  ])('with the name %j is refused or inert in the mail', async (name) => {
    const { email, reply } = await invite({ name });
    if (reply.status === 400) return expect(reply.body.errors[0]!.path).toBe('body.name');
    await readToken(email);
    const mail = server.post.emails.findLast(({ to }) => to === email)!;
    expect(mail.subject).not.toMatch(/[\r\n]/);
    expect(mail.html).not.toMatch(/<script|<img[^>]*onerror/i);
  });
});

describe('who changes members', () => {
  it('grants nothing that they do not hold, by inviting, by a role, by enabling', async () => {
    const scopes: Scope[] = ['org:read', 'members:write', 'sessions:read'];
    const narrow = await hire('org_admin', { scopes });
    expect(outcomeOf((await invite({ role: 'auditor' }, narrow.apiKey)).reply)).toBe('403 permission_denied');
    const other = await hire('observer');
    for (const body of [{ role: 'org_admin' }, { status: 'active' }]) {
      const reply = await call(`PATCH /org/members/${other.id}`, { apiKey: narrow.apiKey, body });
      expect(outcomeOf(reply)).toBe('403 permission_denied');
    }
  });

  it('of two org_admins who remove, disable or demote each other at once, one stays', async () => {
    const acts = [
      (id: string) => [`DELETE /org/members/${id}`, undefined] as const,
      (id: string) => [`PATCH /org/members/${id}`, { status: 'disabled' }] as const,
      (id: string) => [`PATCH /org/members/${id}`, { role: 'observer' }] as const,
    ];
    for (const act of [...acts, ...acts]) {
      const { organisationId } = await seedOrganisation(server.context);
      const [one, two] = [
        await hire('org_admin', { organisationId }),
        await hire('org_admin', { organisationId }),
      ];
      const replies = await Promise.all(
        [[one, two] as const, [two, one] as const].map(([by, of]) => {
          const [route, body] = act(of.id);
          return call(route, { apiKey: by.apiKey, body });
        }),
      );
      expect(replies.filter(({ status }) => status < 300)).toHaveLength(1);
      const admins = { organisation_id: organisationId, role: 'org_admin', status: 'active' };
      expect(await prisma().member.count({ where: admins })).toBe(1);
    }
  });

  it('can not disable, demote or remove the last active org_admin, themselves included', async () => {
    const { organisationId, apiKey } = await seedOrganisation(server.context);
    const { id, apiKey: own } = await hire('org_admin', { organisationId });
    for (const key of [apiKey, own]) {
      for (const [route, body] of [
        [`PATCH /org/members/${id}`, { status: 'disabled' }],
        [`PATCH /org/members/${id}`, { role: 'auditor' }],
        [`DELETE /org/members/${id}`, undefined],
      ] as const) {
        expect(outcomeOf(await call(route, { apiKey: key, body }))).toBe('409 org.last_admin');
      }
    }
  });

  it('sees no member of another organisation', async () => {
    const { apiKey } = await seedOrganisation(server.context);
    const { id } = await hire('observer');
    for (const [route, body] of [
      [`GET /org/members/${id}`, undefined],
      [`PATCH /org/members/${id}`, { name: 'Eve' }],
      [`DELETE /org/members/${id}`, undefined],
      [`POST /org/members/${id}/invitation`, undefined],
    ] as const) {
      expect(outcomeOf(await call(route, { apiKey, body }))).toBe('404 not_found');
    }
    expect((await call('GET /org/members', { apiKey })).body.data).toEqual([]);
  });
});

describe('a member who is disabled', () => {
  it('is out within one request, and in again when they are enabled', async () => {
    const { id, apiKey } = await hire('inspector');
    expect((await callApi(server, 'GET /sessions', { apiKey })).status).toBe(200);
    await call(`PATCH /org/members/${id}`, { body: { status: 'disabled' } });
    expect(outcomeOf(await callApi(server, 'GET /sessions', { apiKey }))).toBe('401 unauthenticated');
    await call(`PATCH /org/members/${id}`, { body: { status: 'active' } });
    expect((await callApi(server, 'GET /sessions', { apiKey })).status).toBe(200);
  });

  it('leaves each room that one of their keys is in', async () => {
    const { id, apiKey } = await hire('inspector');
    const session = await server.clientOf(apiKey).sessions.create();
    const { identity } = await server.clientOf(apiKey).sessions.createMediaConnection(session.id);
    const now = server.clock.now();
    await prisma().$executeRaw`
      insert into media_peers (room, identity, role, connection_id, seen_at)
      values (${session.id}::uuid, ${identity}, 'operator', ${session.id}::uuid, ${now})
    `;
    await call(`PATCH /org/members/${id}`, { body: { status: 'disabled' } });
    const told = await prisma().$queryRaw<{ event: { kind: string } }[]>`
      select event::jsonb as event from media_signals where room = ${session.id}::uuid
    `;
    expect(told.map(({ event }) => event.kind)).toEqual(['closed']);
  });
});

it('who was removed leaves neither name nor address, and their keys are revoked', async () => {
  const { id, apiKey } = await hire('inspector');
  expect((await call(`DELETE /org/members/${id}`)).status).toBe(204);
  expect(outcomeOf(await callApi(server, 'GET /sessions', { apiKey }))).toBe('401 unauthenticated');
  expect(await prisma().member.findFirst({ where: { id } })).toMatchObject({ email: '', name: '' });
  expect(await prisma().credential.findFirst({ where: { member_id: id } })).toMatchObject({
    operator_email: '',
    revoked_at: expect.any(Date) as Date,
  });
  expect(outcomeOf(await call(`GET /org/members/${id}`))).toBe('404 not_found');
});

it('the list is filtered by status and role, newest first', async () => {
  const { organisationId, apiKey } = await seedOrganisation(server.context);
  const one = await hire('observer', { organisationId });
  server.clock.advance(1_000);
  const two = await hire('auditor', { organisationId });
  await call(`PATCH /org/members/${one.id}`, { apiKey, body: { status: 'disabled' } });
  const list = async (query: string) => {
    const { body } = await call(`GET /org/members${query}`, { apiKey });
    return (body.data as { id: string }[]).map(({ id }) => id);
  };
  expect(await list('')).toEqual([two.id, one.id]);
  expect(await list('?status=disabled')).toEqual([one.id]);
  expect(await list('?role=auditor')).toEqual([two.id]);
  expect(await list('?role=auditor&status=disabled')).toEqual([]);
});

it("all of it is in the organisation's own chain, by whom, and without a name or an address in clear", async () => {
  const { organisationId, apiKey } = await seedOrganisation(server.context);
  const admin = await hire('org_admin', { organisationId });
  const { id, email } = await invite({}, admin.apiKey);
  await accept(await readToken(email), email);
  await call(`PATCH /org/members/${id}`, { apiKey, body: { role: 'observer', name: 'Ada Bianchi' } });
  await call(`DELETE /org/members/${id}`, { apiKey: admin.apiKey });
  const { body } = await call('GET /org/audit', { apiKey });
  const entries = (body.data as AuditEntry[]).toReversed();
  expect(entries.map(({ kind, payload }) => [kind, payload])).toMatchObject([
    ['member.added', { host: true, member: admin.id }],
    ['member.invited', { member_id: admin.id, member: id, role: 'inspector' }],
    ['member.joined', { member: id }],
    ['member.changed', { member: id, role: 'observer' }],
    ['member.removed', { member_id: admin.id, member: id }],
  ]);
  expect(JSON.stringify(body)).not.toMatch(/@|Ada|Bianchi/);
  expect(await verifyChain(entries)).toMatchObject({ valid: true });
  expect((await call('GET /org/audit/head', { apiKey })).body).toMatchObject({
    head: entries.at(-1)!.hash,
    length: 5,
  });
});
