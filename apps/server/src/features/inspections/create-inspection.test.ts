import { CreatedInspection } from '@field-inspection/contract';
import { verifyCommitment } from '@field-inspection/evidence';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { joinByLink, outcomeOf } from '../../testing/join-by-link.ts';
import { freshEmail } from '../../testing/mint-invite-for.ts';
import { runDueJobs } from '../../testing/run-due-jobs.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  await runDueJobs(server.context);
  server.post.emails.length = 0;
  server.post.texts.length = 0;
});

type Body = NonNullable<Parameters<TestServer['client']['v1']['inspections']['create']>[0]>;
const create = (body?: Body) => server.client.v1.inspections.create(body);
const refusalOf = (call: PromiseLike<unknown>) => Promise.resolve(call).catch((error: unknown) => error);
const prisma = () => server.context.database.prisma;
const inviteOf = async (id: string) => (await server.client.participants.list(id)).data[0]!;
const countSessions = () => prisma().session.count();

let phones = 0;
/** No other test uses the number: messages are limited per recipient. */
const freshPhone = () => `+39333123${4000 + phones++}`;
const codeIn = (text: string) => /\b\d{6}\b/.exec(text)?.[0] ?? null;
const linkIn = (text: string) => /http\S+#\S+/.exec(text)?.[0] ?? null;

describe('201', () => {
  test('has the id, the status, the link and its expiry, and no more', async () => {
    const created = await create({ type: 'property_claim', reference: 'CLM-1' });
    expect(Object.keys(created)).toEqual(['id', 'status', 'join_url', 'expires_at']);
    expect(CreatedInspection.strict().parse(created)).toEqual(created);
    expect(created).toMatchObject({
      status: 'pending',
      expires_at: new Date(server.clock.now().getTime() + 86_400_000).toISOString(),
    });
    expect(created.join_url).toMatch(`${server.baseUrl}/join/${created.id}#`);
  });

  test('makes a session that the public API shows as any other', async () => {
    const { id } = await create({ type: 'property_claim', reference: 'CLM-1' });
    expect(await server.client.sessions.get(id)).toMatchObject({
      status: 'created',
      notes: '',
      locale: 'en',
      operator_email: 'operator@example.com',
    });
    expect(await prisma().session.findFirst({ where: { id } })).toMatchObject({
      type: 'property_claim',
      reference: 'CLM-1',
    });
  });

  test('without a participant nothing is sent, and the link alone lets in', async () => {
    const { id, join_url } = await create();
    await runDueJobs(server.context);
    expect([server.post.emails, server.post.texts]).toEqual([[], []]);
    expect(await inviteOf(id)).toMatchObject({
      otp_required: false,
      recipient_email: '',
      recipient_phone: '',
    });
    expect(outcomeOf(await joinByLink(join_url))).toBe('200');
    expect(await server.client.v1.inspections.get(id)).toMatchObject({
      status: 'pending',
      completed_at: null,
    });
  });

  test('the channel email: the link in one e-mail, the code in another, and together they let in', async () => {
    const email = freshEmail();
    const { join_url } = await create({ participant: { name: 'Ada Rossi', channel: 'email', email } });
    await runDueJobs(server.context);
    expect(server.post.texts).toEqual([]);
    expect(server.post.emails.map(({ to }) => to)).toEqual([email, email]);
    const [link, code] = server.post.emails.map(({ text }) => text);
    expect([linkIn(link!), linkIn(code!)]).toEqual([join_url, null]);
    expect(link).toContain('Hello Ada,');
    expect(outcomeOf(await joinByLink(join_url))).toBe('401 otp_required');
    expect(outcomeOf(await joinByLink(join_url, { code: codeIn(code!) }))).toBe('200');
  });

  test('the channel sms: the link in one SMS, the code in another, and together they let in', async () => {
    const phone = freshPhone();
    const { join_url } = await create({
      participant: { channel: 'sms', phone: `${phone.slice(0, 6)} ${phone.slice(6)}` },
    });
    await runDueJobs(server.context);
    expect(server.post.emails).toEqual([]);
    expect(server.post.texts.map(({ to }) => to)).toEqual([phone, phone]);
    const [link, code] = server.post.texts.map(({ text }) => text);
    expect([linkIn(link!), linkIn(code!)]).toEqual([join_url, null]);
    expect(codeIn(link!.replace(join_url, ''))).toBeNull();
    expect(outcomeOf(await joinByLink(join_url, { code: codeIn(code!) }))).toBe('200');
  });

  test('takes all that a session takes, and the first message is in its language, with its appointment and notes', async () => {
    const email = freshEmail();
    const campaign = await server.client.campaigns.create({
      name: 'Hagel',
      shots: [{ slot: 'roof', label: { de: 'Dach' } }],
    });
    const given = {
      notes: 'Dach, Nordseite',
      locale: 'de' as const,
      scheduled_for: new Date(server.clock.now().getTime() + 3 * 86_400_000).toISOString(),
      campaign: campaign.id,
      metadata: { order: '4711' },
    };
    const { id, expires_at } = await create({
      ...given,
      participant: { name: 'Ada Rossi', channel: 'email', email },
    });
    const session = await server.client.sessions.get(id);
    expect(session).toMatchObject({ ...given, shots: [{ slot: 'roof' }] });
    expect(expires_at).toBe(new Date(server.clock.now().getTime() + 4 * 86_400_000).toISOString());
    await runDueJobs(server.context);
    const link = server.post.emails.map(({ text }) => text).find((text) => linkIn(text) !== null);
    for (const words of ['Guten Tag Ada', 'Dach, Nordseite', given.scheduled_for.slice(0, 4)])
      expect(link).toContain(words);
  });

  test('a reissue goes the same way', async () => {
    const { id } = await create({ participant: { channel: 'sms', phone: freshPhone() } });
    await runDueJobs(server.context);
    server.post.texts.length = 0;
    const { join_url } = await server.client.participants.reissue(id, (await inviteOf(id)).id);
    await runDueJobs(server.context);
    expect(server.post.texts.map(({ text }) => linkIn(text))).toEqual([join_url, null]);
  });

  test.each([
    ['Ada Rossi', 'Ada', 'Rossi'],
    ['  María   García López ', 'María', 'García López'],
    ['Ada', 'Ada', ''],
    ['', '', ''],
    [undefined, '', ''],
  ])('the name %j is the first name %j and the last name %j', async (name, first, last) => {
    const { id } = await create({ participant: { name, channel: 'email', email: freshEmail() } });
    expect(await inviteOf(id)).toMatchObject({ recipient_first_name: first, recipient_last_name: last });
  });
});

describe('400', () => {
  const email = 'ada@example.com';
  const phone = '+393331234567';
  // None of these compiles in the SDK.
  test.each<[string, object, string]>([
    ['sms without a phone', { channel: 'sms' }, 'body.participant.phone'],
    ['sms with an empty phone', { channel: 'sms', phone: '' }, 'body.participant.phone'],
    ['sms with an e-mail address', { channel: 'sms', phone, email }, 'body.participant.email'],
    ['sms with a number without its country', { channel: 'sms', phone: '333 1' }, 'body.participant.phone'],
    ['email without an address', { channel: 'email' }, 'body.participant.email'],
    ['email with a phone', { channel: 'email', phone, email }, 'body.participant.phone'],
    ['email with what is no address', { channel: 'email', email: 'ada' }, 'body.participant.email'],
    ['a channel that there is not', { channel: 'fax' }, 'body.participant.channel'],
    ['no channel', { email }, 'body.participant.channel'],
  ])('refuses %s by name, and makes nothing', async (_, participant, path) => {
    const before = await countSessions();
    const refusal = await refusalOf(create({ participant } as Body));
    expect(refusal).toMatchObject({ status: 400, code: 'validation_error', errors: [{ path }] });
    expect(await countSessions()).toBe(before);
  });

  test('refuses sms where the server has no gateway', async () => {
    const { config } = server.context;
    config.smsConfigured = false;
    try {
      const refusal = await refusalOf(create({ participant: { channel: 'sms', phone } }));
      expect(refusal).toMatchObject({
        status: 400,
        detail: expect.stringContaining('SMS_URL') as string,
        errors: [{ path: 'body.participant.phone' }],
      });
    } finally {
      config.smsConfigured = true;
    }
  });
});

describe('one transaction', () => {
  test('a limit that the invite meets leaves no session either', async () => {
    const participant = { channel: 'email' as const, email: freshEmail() };
    for (let n = 0; n < server.context.config.messagesPerRecipientHour; n++) await create({ participant });
    const before = await countSessions();
    const refusal = await refusalOf(create({ participant }));
    expect(refusal).toMatchObject({ status: 429, code: 'rate_limited' });
    expect(await countSessions()).toBe(before);
  });

  test('a replay has the same link, makes nothing and sends nothing', async () => {
    const body: Body = { reference: 'CLM-9', participant: { channel: 'email', email: freshEmail() } };
    const options = { idempotencyKey: 'inspection' };
    const first = await server.client.v1.inspections.create(body, options);
    await runDueJobs(server.context);
    const [sessions, emails] = [await countSessions(), server.post.emails.length];
    expect(await server.client.v1.inspections.create(body, options)).toEqual(first);
    await runDueJobs(server.context);
    expect([await countSessions(), server.post.emails.length]).toEqual([sessions, emails]);
  });

  test('ten at once under one key make one session, and tell one link', async () => {
    const before = await countSessions();
    const replies = await Promise.all(
      Array.from({ length: 10 }, () =>
        refusalOf(server.client.v1.inspections.create({}, { idempotencyKey: 'ten' })),
      ),
    );
    const links = new Set(
      replies.flatMap((reply) => (reply instanceof Error ? [] : [JSON.stringify(reply)])),
    );
    expect(links.size).toBe(1);
    expect(await countSessions()).toBe(before + 1);
  });
});

describe('the audit chain', () => {
  const readFirst = async (id: string) => {
    const key = { session_id: id, sequence: 1 };
    const { kind, payload } = await prisma().auditEntry.findFirstOrThrow({ where: key });
    const disclosed = await prisma().auditDisclosure.findMany({ where: key });
    return { kind, payload: payload as Record<string, string>, disclosed };
  };

  test('begins with type and reference as commitments, which the disclosures open', async () => {
    const words = { type: 'property_claim', reference: 'CLM Ada Lovelace' };
    const { id } = await create(words);
    const { kind, payload, disclosed } = await readFirst(id);
    expect(kind).toBe('session.created');
    expect(JSON.stringify(payload)).not.toMatch(/Lovelace|property_claim/);
    for (const field of ['type', 'reference'] as const) {
      const opened = disclosed.find((row) => row.field === field)!;
      expect(opened.value).toBe(words[field]);
      const disclosure = { salt: opened.salt, value: words[field] };
      expect(await verifyCommitment({ commitment: payload[field]!, ...disclosure })).toBe(true);
    }
  });

  test('says nothing of a type and a reference that are not there', async () => {
    const { id } = await create();
    const { payload, disclosed } = await readFirst(id);
    expect(Object.keys(payload)).not.toEqual(expect.arrayContaining(['type', 'reference']));
    expect(disclosed.map(({ field }) => field).toSorted()).toEqual(['notes', 'operator_email']);
  });

  test('has the invite next', async () => {
    const { id } = await create({ participant: { channel: 'sms', phone: freshPhone() } });
    const entries = await prisma().auditEntry.findMany({
      where: { session_id: id },
      orderBy: { sequence: 'asc' },
    });
    expect(entries.map(({ kind }) => kind)).toEqual(['session.created', 'participant.invited']);
    expect(entries[1]!.payload).toMatchObject({ channels: ['sms'], send_email: false, send_sms: true });
  });
});
