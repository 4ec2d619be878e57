import { randomBytes, randomUUID } from 'node:crypto';
import { SCOPES, type RoleName, type Scope } from '@field-inspection/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addMember } from '../testing/add-member.ts';
import { createCredential } from '../testing/create-credential.ts';
import { joinSession } from '../testing/join-session.ts';
import { encodeMetadata } from '../testing/open-uploader.ts';
import { sendHalf as sendHalfTo } from '../testing/send-half.ts';
import { startTestServer, type TestServer } from '../testing/start-test-server.ts';
import { waitForLock } from '../testing/wait-for-lock.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  // This admin stays: the last one may not lose the role.
  await hire('org_admin');
});
afterAll(() => server.close());

const prisma = () => server.context.database.prisma;

type Hired = { memberId: string; credentialId: string; token: string };

/** Adds a member with a key that may do all that the role lets them. */
const hire = async (role: RoleName = 'org_admin', scopes: readonly Scope[] = SCOPES): Promise<Hired> => {
  const { organisationId } = server.seed;
  const email = `${randomUUID()}@example.com`;
  const { id } = await addMember(server.context, { organisationId, name: 'Ada', email, role, locale: 'en' });
  const made = { organisationId, name: '', scopes: [...scopes], operatorEmail: email, memberId: id };
  const { id: credentialId, api_key: token } = await createCredential(server.context, made);
  return { memberId: id, credentialId, token };
};

/** Sends half of a request, and waits until its head is judged. */
const sendHalf = async (path: string, half: Parameters<typeof sendHalfTo>[1]) => {
  const sent = sendHalfTo(server.baseUrl + path, half);
  await sent.judged;
  return sent;
};

const setRole =
  (role: RoleName) =>
  ({ memberId }: Hired) =>
    server.client.members.update(memberId, { role });
const bindElsewhere = ({ credentialId }: Hired) =>
  server.client.credentials.update(credentialId, { allowed_networks: ['192.0.2.0/24'] });
const takeScopes = ({ credentialId: id }: Hired) =>
  prisma().credential.updateMany({ where: { id }, data: { scopes: ['sessions:read'] } });
const letExpire = ({ credentialId: id }: Hired) =>
  prisma().credential.updateMany({ where: { id }, data: { expires_at: new Date(Date.now() - 1_000) } });

const DENIED = { status: 403, code: 'permission_denied' };
const UNAUTHENTICATED = { status: 401, code: 'unauthenticated' };

const NARROWINGS: [string, (hired: Hired) => Promise<unknown>, typeof DENIED][] = [
  ['its member is made auditor', setRole('auditor'), DENIED],
  ['its credential has lost the scope', takeScopes, DENIED],
  ['its networks leave it out', bindElsewhere, UNAUTHENTICATED],
  ['its key has expired', letExpire, UNAUTHENTICATED],
];

const countAll = () =>
  Promise.all([
    prisma().session.count(),
    prisma().campaign.count(),
    prisma().evidence.count({ where: { sha256: { not: null } } }),
    prisma().webhookEndpoint.count(),
  ]);

describe.each(NARROWINGS)('what a key had half sent once %s', (_, narrow, refusal) => {
  it.each([
    ['/api/v1/public/sessions', { notes: 'roof' }, {}],
    ['/api/v1/public/sessions', { notes: 'roof' }, { 'idempotency-key': 'half' }],
    ['/api/v1/public/campaigns', { name: 'Roofs' }, {}],
    ['/api/v1/public/webhook-endpoints', { kind: 'pull' }, { 'idempotency-key': 'half' }],
  ])('is refused, and makes nothing: %s %j %j', async (path, body, headers) => {
    const hired = await hire();
    const { finish } = await sendHalf(path, { token: hired.token, headers, body: JSON.stringify(body) });
    const before = await countAll();
    await narrow(hired);
    expect(await finish()).toEqual(refusal);
    expect(await countAll()).toEqual(before);
  });

  it('is refused, and records nothing: the last part of a recording', async () => {
    const hired = await hire();
    const device = await joinSession(server);
    await device.call('PATCH', '/consent', { recording: 'granted', gps: 'granted' });
    const bytes = randomBytes(64_000);
    const tus = { authorization: `Bearer ${hired.token}`, 'tus-resumable': '1.0.0' };
    const metadata = encodeMetadata({ filetype: 'video/webm', session: device.sessionId });
    const begun = await fetch(`${server.baseUrl}/v1/field/uploads`, {
      method: 'POST',
      headers: { ...tus, 'upload-length': String(bytes.length), 'upload-metadata': metadata },
    });
    expect(begun.status).toBe(201);
    const headers = { 'tus-resumable': '1.0.0', 'upload-offset': '0' };
    const { finish } = await sendHalf(new URL(begun.headers.get('location')!).pathname, {
      method: 'PATCH',
      token: hired.token,
      headers: { ...headers, 'content-type': 'application/offset+octet-stream' },
      body: bytes,
    });
    const before = await countAll();
    await narrow(hired);
    expect(await finish()).toEqual(refusal);
    expect(await countAll()).toEqual(before);
  });

  it('is not answered with the reply that is kept under its key, of whichever write', async () => {
    const hired = await hire();
    const headers = { 'idempotency-key': 'kept' };
    const writes = [
      { path: '/api/v1/public/sessions', method: 'POST', body: { notes: 'kept' } },
      { path: `/v1/org/members/${(await hire('observer')).memberId}`, method: 'PATCH', body: { name: 'G' } },
    ];
    const halves = writes.map(({ path, method, body }) => {
      const half = { method, token: hired.token, headers, body: JSON.stringify(body) };
      return { url: server.baseUrl + path, half };
    });
    for (const { url, half } of halves)
      expect((await sendHalfTo(url, half).finish()).status).toBeLessThan(300);
    const repeated = halves.map(({ url, half }) => sendHalfTo(url, half));
    await Promise.all(repeated.map(({ judged }) => judged));
    await narrow(hired);
    for (const { finish } of repeated) expect(await finish()).toEqual(refusal);
  });
});

it('a scope that a body asks for is judged with that of the route: callbacks of who may make no webhooks any more', async () => {
  const hired = await hire();
  const body = JSON.stringify({ callbacks: { 'session.created': 'https://example.com/hooks' } });
  const send = () => sendHalfTo(`${server.baseUrl}/v1/sessions`, { token: hired.token, body });
  // The write waits here, after its body was judged.
  const holder = await server.context.database.pool.connect();
  try {
    await holder.query('begin');
    await holder.query('lock table sessions in exclusive mode');
    const reply = send().finish();
    await waitForLock(server.context);
    // The update goes around the API, which would wait for the write: this tests the last statement alone.
    await prisma().member.updateMany({ where: { id: hired.memberId }, data: { role: 'inspector' } });
    await holder.query('commit');
    expect(await reply).toEqual(DENIED);
  } finally {
    holder.release();
  }
  const plain = { token: hired.token, body: JSON.stringify({ reference: 'roof' }) };
  expect((await sendHalfTo(`${server.baseUrl}/v1/sessions`, plain).finish()).status).toBe(201);
});

describe('what makes a right smaller waits for the writes that rest on it', () => {
  it.each<[string, (hired: Hired) => Promise<unknown>]>([
    ['a new role', setRole('auditor')],
    ['other networks', bindElsewhere],
    [
      'a rotation',
      ({ credentialId }) => server.client.credentials.rotate(credentialId, { overlap_hours: 0 }),
    ],
  ])('%s: nothing commits after it has answered', async (_, narrow) => {
    const hired = await hire();
    const notes = randomUUID();
    const holder = await server.context.database.pool.connect();
    try {
      await holder.query('begin');
      await holder.query('lock table sessions in exclusive mode');
      const body = JSON.stringify({ notes });
      const writing = sendHalfTo(`${server.baseUrl}/api/v1/public/sessions`, { token: hired.token, body });
      const reply = writing.finish();
      await waitForLock(server.context);
      let isDone = false;
      const narrowing = narrow(hired).then(() => (isDone = true));
      await waitForLock(server.context, 2);
      expect(isDone).toBe(false);
      await holder.query('commit');
      const [{ status }] = await Promise.all([reply, narrowing]);
      expect([status, await prisma().session.count({ where: { notes } })]).toEqual([201, 1]);
    } finally {
      holder.release();
    }
  });
});
