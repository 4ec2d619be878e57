import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { completeSession } from '../../testing/complete-session.ts';
import { createTestSeal } from '../../testing/create-test-seal.ts';
import { runDueJobs } from '../../testing/run-due-jobs.ts';
import { seedOrganisation } from '../../testing/seed-organisation.ts';
import { openSigningDevice, readLastCode } from '../../testing/signing-device.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';

const DAY_MS = 86_400_000;

let server: TestServer;
let sessionId: string;
beforeAll(async () => {
  server = await startTestServer(
    { MESSAGES_PER_RECIPIENT_HOUR: '1000', MESSAGES_PER_ORGANISATION_DAY: '10000' },
    { seal: createTestSeal().seal, demoSigner: createTestSeal().seal },
  );
  ({ sessionId } = await completeSession(server));
});
afterAll(() => server.close());
beforeEach(() => vi.restoreAllMocks());

const prisma = () => server.context.database.prisma;
const ask = (signer: object = {}) =>
  server.client.signatures.request(sessionId, {
    signer: { name: 'Ada Rossi', email: 'ada@example.com', ...signer },
    level: 'SES',
  });
const openDevice = async (asked?: { sign_url: string; id: string }) => {
  const signature = asked ?? (await ask());
  return { id: signature.id, ...openSigningDevice(server, signature) };
};
const outcomeOf = ({ status, body }: { status: number; body: Record<string, unknown> }) => [
  status,
  body['code'] ?? 'done',
];
const codeOf = (call: PromiseLike<unknown>) =>
  Promise.resolve(call).then(
    () => 'done',
    (error: unknown) => (error as { code: string }).code,
  );
const wrong = (code: string) => (code === '000000' ? '000001' : '000000');
const statusOf = async (id: string) => (await server.client.signatures.get(sessionId, id)).status;

describe('who is not the signer can not sign', () => {
  it('five wrong codes lock the request, also for the right one and for a new one, and who asked sees it', async () => {
    const device = await openDevice();
    const code = await device.receiveCode();
    for (const left of [4, 3, 2, 1]) {
      const reply = await device.byLink('POST', '/verify', { code: wrong(code) });
      expect([...outcomeOf(reply), reply.body['attempts_remaining']]).toEqual([401, 'otp_invalid', left]);
    }
    expect(outcomeOf(await device.byLink('POST', '/verify', { code: wrong(code) }))).toEqual([
      423,
      'otp_locked',
    ]);
    for (const [path, body] of [
      ['/verify', { code }],
      ['/code', {}],
    ] as const) {
      expect(outcomeOf(await device.byLink('POST', path, body))).toEqual([423, 'otp_locked']);
    }
    expect(outcomeOf(await device.byLink('GET', ''))).toEqual([423, 'otp_locked']);
    expect((await server.client.signatures.get(sessionId, device.id)).failure?.code).toBe('otp_locked');
  });

  it('a new code gives no new guesses', async () => {
    const device = await openDevice();
    for (const left of [4, 3, 2]) {
      const reply = await device.byLink('POST', '/verify', { code: wrong(await device.receiveCode()) });
      expect(reply.body['attempts_remaining']).toBe(left);
    }
  });

  it('of thirty guesses at once five are judged', async () => {
    const device = await openDevice();
    const code = await device.receiveCode();
    const replies = await Promise.all(
      Array.from({ length: 30 }, () => device.byLink('POST', '/verify', { code: wrong(code) })),
    );
    const counts = Map.groupBy(replies, ({ status }) => status);
    expect([counts.get(401)?.length, counts.get(423)?.length]).toEqual([4, 26]);
    expect(outcomeOf(await device.byLink('POST', '/verify', { code }))).toEqual([423, 'otp_locked']);
  });

  it('a code works once, for 10 minutes, and dies with the next one', async () => {
    const device = await openDevice();
    expect(outcomeOf(await device.byLink('POST', '/verify', { code: '123456' }))).toEqual([
      401,
      'otp_required',
    ]);
    const first = await device.receiveCode();
    let second = await device.receiveCode();
    while (second === first) second = await device.receiveCode();
    expect(outcomeOf(await device.byLink('POST', '/verify', { code: first }))[1]).toBe('otp_invalid');
    expect(outcomeOf(await device.byLink('POST', '/verify', { code: second }))).toEqual([200, 'done']);
    expect(outcomeOf(await device.byLink('POST', '/verify', { code: second }))[1]).toBe('otp_required');
    const third = await device.receiveCode();
    server.clock.advance(server.context.config.otpTtlMs);
    expect(outcomeOf(await device.byLink('POST', '/verify', { code: third }))[1]).toBe('otp_expired');
  });

  it('the session works on the device that showed the code, for 30 minutes, until another code is shown', async () => {
    const asked = await ask();
    const device = await openDevice(asked);
    const session = await device.enter();
    const elsewhere = openSigningDevice(server, asked, { userAgent: 'another phone' });
    for (const [method, path] of [
      ['GET', '/session'],
      ['POST', '/sign'],
      ['POST', '/decline'],
    ] as const) {
      const reply = await elsewhere.call(method, path, { token: session.token });
      expect(outcomeOf(reply)).toEqual([401, 'unauthenticated']);
    }
    const there = await elsewhere.enter();
    expect(outcomeOf(await session.call('GET', '/session'))).toEqual([401, 'unauthenticated']);
    expect(outcomeOf(await there.call('GET', '/session'))).toEqual([200, 'done']);
    server.clock.advance(30 * 60_000);
    expect(outcomeOf(await there.call('GET', '/session'))).toEqual([401, 'unauthenticated']);
  });

  it('a token is good for its own part only', async () => {
    const device = await openDevice();
    const { token } = await device.enter();
    expect(outcomeOf(await device.byLink('GET', '/session'))).toEqual([401, 'unauthenticated']);
    expect(outcomeOf(await device.byLink('POST', '/sign', { sha256: '0'.repeat(64) }))).toEqual([
      401,
      'unauthenticated',
    ]);
    expect(outcomeOf(await device.call('GET', '', { token }))).toEqual([401, 'unauthenticated']);
    expect(outcomeOf(await device.call('GET', '', { token: 'A'.repeat(43) }))).toEqual([
      401,
      'unauthenticated',
    ]);
  });

  it('another organisation finds, lists and cancels nothing', async () => {
    const { id } = await ask();
    const other = server.clientOf((await seedOrganisation(server.context)).apiKey);
    for (const call of [
      () => other.signatures.get(sessionId, id),
      () => other.signatures.cancel(sessionId, id),
      () => other.signatures.list(sessionId),
      () =>
        other.signatures.request(sessionId, {
          signer: { name: 'Eve', email: 'eve@example.com' },
          level: 'SES',
        }),
    ]) {
      expect(await codeOf(call())).toBe('not_found');
    }
    expect(await statusOf(id)).toBe('pending');
  });

  it('neither the link nor the code is kept in clear, and no reply holds a code', async () => {
    const asked = await ask();
    const device = await openDevice(asked);
    const sent = await device.byLink('POST', '/code');
    await runDueJobs(server.context);
    const code = readLastCode(server.post.emails);
    expect(JSON.stringify([asked, sent.body])).not.toContain(code);
    const rows = [
      await prisma().signature.findMany({ where: { id: asked.id } }),
      await prisma().signingToken.findMany({ where: { signature_id: asked.id } }),
      await prisma().message.findMany({ where: { signature_id: asked.id } }),
    ];
    const kept = JSON.stringify(rows, (_, value: unknown) =>
      value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value,
    );
    expect(kept).not.toContain(device.linkToken);
    expect(kept).not.toContain(`"${code}"`);
  });
});

describe('a signature ends', () => {
  it('after 14 days: nothing can be sent, shown or signed', async () => {
    const device = await openDevice();
    server.clock.advance(14 * DAY_MS);
    expect(await statusOf(device.id)).toBe('expired');
    expect(outcomeOf(await device.byLink('GET', ''))).toEqual([410, 'link_expired']);
    expect(outcomeOf(await device.byLink('POST', '/code'))).toEqual([410, 'link_expired']);
  });

  it('when the signer declines: it says so, for good', async () => {
    const device = await openDevice();
    const session = await device.enter();
    expect((await session.call('POST', '/decline')).body).toEqual({ status: 'declined', action_url: null });
    expect(await statusOf(device.id)).toBe('declined');
    expect(outcomeOf(await session.call('POST', '/sign', { sha256: '0'.repeat(64) }))).toEqual([
      410,
      'link_expired',
    ]);
    await server.client.signatures.cancel(sessionId, device.id);
    expect(await statusOf(device.id)).toBe('declined');
  });

  it('when it is cancelled: its link, its code and its session are dead, and what waits is not sent', async () => {
    const device = await openDevice();
    const session = await device.enter();
    await device.byLink('POST', '/code');
    const count = server.post.emails.length;
    await server.client.signatures.cancel(sessionId, device.id);
    await runDueJobs(server.context);
    expect(server.post.emails).toHaveLength(count);
    expect(await statusOf(device.id)).toBe('cancelled');
    expect(outcomeOf(await device.byLink('GET', ''))).toEqual([410, 'link_expired']);
    expect(outcomeOf(await session.call('GET', '/session'))).toEqual([410, 'link_expired']);
    await server.client.signatures.cancel(sessionId, device.id);
  });
});

describe('a signature is recorded once', () => {
  const countAll = async (id: string) => {
    const signed = await server.client.signatures.get(sessionId, id);
    const events = await prisma().event.findMany({
      where: { session_id: sessionId, type: 'session.signed' },
    });
    const addenda = await prisma().addendaEntry.findMany({ where: { session_id: sessionId } });
    const isOf = (value: unknown) => JSON.stringify(value).includes(id);
    return [signed.status, events.filter(isOf).length, addenda.filter(isOf).length];
  };

  it('when the process dies after the PDF was stored, and the signer signs again', async () => {
    const device = await openDevice();
    const session = await device.enter();
    const sha256 = await session.readSha256();
    const before = await prisma().report.count({ where: { session_id: sessionId } });
    const stored = vi.spyOn(server.context.objects, 'putContent');
    const transact = vi.spyOn(server.context, 'transact');
    // A dead process neither records the PDF nor tidies up after the failure.
    for (let times = 0; times < 2; times++) transact.mockRejectedValueOnce(new Error('killed'));
    expect((await session.call('POST', '/sign', { sha256 })).status).toBe(500);
    expect(stored).toHaveBeenCalledOnce();
    expect(await statusOf(device.id)).toBe('pending');
    expect(await session.readSha256()).toBe(sha256);
    expect((await session.call('POST', '/sign', { sha256 })).body).toMatchObject({ status: 'signed' });
    expect(await countAll(device.id)).toEqual(['signed', 1, 1]);
    expect(await prisma().report.count({ where: { session_id: sessionId } })).toBe(before + 1);
  });

  it('when the signer signs three times at once', async () => {
    const device = await openDevice();
    const session = await device.enter();
    const sha256 = await session.readSha256();
    const before = await prisma().report.count({ where: { session_id: sessionId } });
    await Promise.all([1, 2, 3].map(() => session.call('POST', '/sign', { sha256 })));
    expect((await session.call('POST', '/sign', { sha256 })).body).toMatchObject({ status: 'signed' });
    expect(await countAll(device.id)).toEqual(['signed', 1, 1]);
    expect(await prisma().report.count({ where: { session_id: sessionId } })).toBe(before + 1);
  });

  it('under one Idempotency-Key: the same reply again', async () => {
    const device = await openDevice();
    const session = await device.enter();
    const sha256 = await session.readSha256();
    const headers = { 'idempotency-key': 'once' };
    const call = () => device.call('POST', '/sign', { token: session.token, body: { sha256 }, headers });
    const [first, second] = [await call(), await call()];
    expect(second.body).toEqual(first.body);
    expect(second.headers.get('idempotent-replayed')).toBe('true');
  });
});

describe('a request to sign', () => {
  it('is refused before a report is ready, without a way to reach the signer, and where the provider can not', async () => {
    const { id } = await server.client.sessions.create();
    const signer = { name: 'Ada', email: 'ada@example.com' };
    const request = (body: object, session = sessionId) =>
      server.client.signatures.request(session, { signer, level: 'SES', ...body });
    expect(await codeOf(request({}, id))).toBe('evidence_not_ready');
    expect(await codeOf(request({ signer: { name: 'Ada' } }))).toBe('validation_error');
    expect(await codeOf(request({ level: 'AES' }))).toBe('validation_error');
    expect(await codeOf(request({ level: 'QES' }))).toBe('validation_error');
    expect(await codeOf(request({ provider: 'csc' }))).toBe('validation_error');
  });

  it('speaks the locale of the signer, by SMS too', async () => {
    const asked = await server.client.signatures.request(sessionId, {
      signer: { name: 'Ada Rossi', phone: '+39 333 123 4567' },
      level: 'SES',
      locale: 'it',
      send_link: true,
    });
    await runDueJobs(server.context);
    expect(server.post.texts.at(-1)!.text).toMatch(/firmare/);
    expect(server.post.texts.at(-1)!.text).toContain(asked.sign_url);
    const device = openSigningDevice(server, asked);
    expect((await device.byLink('POST', '/code')).body).toMatchObject({ channels: ['sms'], locale: 'it' });
    await runDueJobs(server.context);
    expect(server.post.texts.at(-1)!.text).toMatch(/^\d{6} è il Suo codice/);
    expect(server.post.texts.at(-1)!.text).not.toContain('/sign#');
  });
});
