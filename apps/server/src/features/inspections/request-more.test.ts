import { verifyCommitment, type CanonicalValue } from '@field-inspection/evidence';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { joinByLink, outcomeOf } from '../../testing/join-by-link.ts';
import { openDevice } from '../../testing/join-session.ts';
import { freshEmail } from '../../testing/mint-invite-for.ts';
import { runDueJobs } from '../../testing/run-due-jobs.ts';
import { seedOrganisation } from '../../testing/seed-organisation.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';
import { takePhoto } from '../../testing/take-photo.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(() => {
  server.post.emails.length = 0;
  server.post.texts.length = 0;
});
afterAll(() => server.close());

const ROOF = { slot: 'roof', label: { en: 'The roof', de: 'Das Dach' } };
const METER = { slot: 'meter', label: { en: 'The meter', de: 'Der Zähler' } };
const CELLAR = { slot: 'cellar', label: { en: 'The cellar', de: 'Der Keller' }, required: false };
const ALL = [ROOF, METER, CELLAR];
const MISSING = '01a1f93a-a014-7be2-9c7b-f16f6a3089a2';

type Recipient = { recipient_email?: string; recipient_phone?: string; recipient_first_name?: string };

/** The session asks for three things, and the messages have gone out. */
const invite = async (recipient: Recipient = { recipient_email: freshEmail() }, shots: object[] = ALL) => {
  const session = await server.client.sessions.create({ shots: shots as [], locale: 'de', notes: 'Dach' });
  const minted = await server.client.participants.create(session.id, recipient);
  await runDueJobs(server.context);
  server.post.emails.length = 0;
  server.post.texts.length = 0;
  server.clock.advance(1_000);
  return { sessionId: session.id, minted };
};

const ask = (sessionId: string, body?: object, key?: string) =>
  server.client.v1.inspections.requestMore(sessionId, body, key ? { idempotencyKey: key } : {});
const refusalOf = (call: PromiseLike<unknown>) => Promise.resolve(call).catch((error: unknown) => error);
const entriesOf = (sessionId: string) =>
  server.context.database.prisma.auditEntry.findMany({
    where: { session_id: sessionId },
    orderBy: { sequence: 'asc' },
  });

describe('asks for what is missing', () => {
  test('by a new invite of the same person, whose mail names the shots in their language', async () => {
    const email = freshEmail();
    const { sessionId, minted } = await invite({ recipient_email: email, recipient_first_name: 'Ada' });
    const asked = await ask(sessionId);
    expect(asked).toMatchObject({
      session: sessionId,
      status: 'pending',
      slots: ['roof', 'meter'],
      recipient_email: email,
      recipient_first_name: 'Ada',
      otp_required: true,
      otp_code: expect.stringMatching(/^\d{6}$/),
      messages: [{ kind: 'invite' }, { kind: 'otp' }],
    });
    expect(asked.id).not.toBe(minted.id);
    await runDueJobs(server.context);
    const [link, code] = server.post.emails;
    expect(link!.to).toBe(email);
    expect(link!.subject).toBe('Zu Ihrer Ferninspektion fehlt noch etwas (Acme Inspections)');
    for (const part of [link!.text, link!.html]) {
      for (const words of ['Ada', 'Das Dach', 'Der Zähler', asked.join_url]) expect(part).toContain(words);
      expect(part).not.toContain('Der Keller');
      expect(part).not.toContain(asked.otp_code);
    }
    expect(code!.text).toContain(asked.otp_code);
    expect(code!.text).not.toContain('/join/');
  });

  test('what was taken by now is not asked for, and the link joins the same session', async () => {
    const { sessionId, minted } = await invite();
    const { body: joined } = await joinByLink(minted.join_url, { code: minted.otp_code });
    const device = openDevice(server.baseUrl, {
      sessionId,
      participantId: minted.id,
      token: joined.field_session_token,
      rejoin: () => Promise.reject(new Error('not here')),
    });
    await device.call('PATCH', '/consent', { camera: 'granted' });
    await device.send('/photos?slot=roof', await takePhoto(), { 'content-type': 'image/jpeg' });
    const asked = await ask(sessionId);
    expect(asked.slots).toEqual(['meter']);
    // The joined device stays in.
    expect((await device.call('GET', '/session')).status).toBe(200);
    const laptop = { userAgent: 'laptop', code: asked.otp_code };
    const { status, body } = await joinByLink(asked.join_url, laptop);
    expect([status, body.session.id, body.participant.id]).toEqual([200, sessionId, asked.id]);
    expect(outcomeOf(await joinByLink(asked.join_url, { userAgent: 'another' }))).toBe('409 invite_redeemed');
  });

  test('the slots that are named, in the order of the shots, taken before or not, with a message', async () => {
    const { sessionId } = await invite();
    const message = 'Bitte noch einmal,\nschärfer.';
    const asked = await ask(sessionId, { slots: ['cellar', 'roof'], message, ttl_minutes: 60 });
    expect(asked.slots).toEqual(['roof', 'cellar']);
    expect(asked.expires_at).toBe(new Date(server.clock.now().getTime() + 3_600_000).toISOString());
    await runDueJobs(server.context);
    const { text, html } = server.post.emails[0]!;
    for (const words of ['Das Dach', 'Der Keller', 'Bitte noch einmal,', 'schärfer.']) {
      expect(text).toContain(words);
      expect(html).toContain(words);
    }
    expect(text).not.toContain('Der Zähler');
  });

  test('by SMS where there is no e-mail address, and by nobody’s channel where there is none', async () => {
    const { sessionId } = await invite({ recipient_phone: '+393331234567' });
    const asked = await ask(sessionId);
    await runDueJobs(server.context);
    expect(server.post.emails).toEqual([]);
    expect(server.post.texts.map(({ text }) => text)).toEqual([
      expect.stringMatching(/Das Dach, Der Zähler.*#\S{43}$/s),
      expect.stringContaining(asked.otp_code!),
    ]);
    const handed = await invite({});
    expect(await ask(handed.sessionId)).toMatchObject({
      otp_required: false,
      messages: [],
      slots: ['roof', 'meter'],
    });
  });

  test('an SMS does not grow with what is asked for', async () => {
    const long = { slot: 'roof', label: { de: 'D'.repeat(150) } };
    const { sessionId } = await invite({ recipient_phone: '+393331234567' }, [
      long,
      { ...long, slot: 'wall' },
    ]);
    const { join_url } = await ask(sessionId);
    await runDueJobs(server.context);
    const { text } = server.post.texts[0]!;
    expect(text.length).toBeLessThan(400 + join_url.length);
    expect(text).toContain(`…`);
  });

  test('of several persons the newest, or the one that is named', async () => {
    const { sessionId, minted } = await invite();
    const newest = await server.client.participants.create(sessionId, { recipient_email: freshEmail() });
    server.clock.advance(1_000);
    const revoked = await server.client.participants.create(sessionId);
    await server.client.participants.revoke(sessionId, revoked.id);
    expect((await ask(sessionId)).recipient_email).toBe(newest.recipient_email);
    expect((await ask(sessionId, { invite: minted.id })).recipient_email).toBe(minted.recipient_email);
    expect(await refusalOf(ask(sessionId, { invite: revoked.id }))).toMatchObject({
      status: 410,
      code: 'invite_expired',
    });
  });
});

describe('is safe', () => {
  test('what an organisation writes is text in the mail: neither markup nor a header', async () => {
    const label = '<script>alert(1)</script>\r\nBcc: eve@evil.example';
    const message = '"><img src=x onerror=alert(1)>\r\n\r\nBcc: eve@evil.example\u202e';
    const { sessionId } = await invite(undefined, [{ slot: 'roof', label: { de: label } }]);
    await ask(sessionId, { message });
    await runDueJobs(server.context);
    const { subject, text, html } = server.post.emails[0]!;
    expect(subject).not.toMatch(/[\r\n]|Bcc|script/);
    expect(html).not.toMatch(/<script|<img/);
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt; Bcc: eve@evil.example');
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;');
    expect(`${text}${html}`).not.toContain('\u202e');
  });

  test('what is asked for is sealed until the message is sent, and then gone; the chain has commitments to it', async () => {
    const { sessionId } = await invite();
    const message = 'Ada, the roof of number 7 once more';
    const { id } = await ask(sessionId, { message });
    const rows = () =>
      server.context.database.prisma.message.findMany({ where: { participant_id: id, kind: 'invite' } });
    expect(JSON.stringify(await rows())).not.toContain('number 7');
    await runDueJobs(server.context);
    expect((await rows()).map(({ secret_sealed }) => secret_sealed)).toEqual([null]);
    const entries = await entriesOf(sessionId);
    expect(entries.slice(-2).map(({ kind }) => kind)).toEqual(['participant.invited', 'participant.asked']);
    const { payload, sequence } = entries.at(-1)!;
    expect(payload).toMatchObject({ participant_id: id, credential_id: server.seed.credentialId });
    expect(JSON.stringify(entries)).not.toMatch(/number 7|"roof"/);
    const disclosures = await server.context.database.prisma.auditDisclosure.findMany({
      where: { session_id: sessionId, sequence },
    });
    expect(Object.fromEntries(disclosures.map(({ field, value }) => [field, value]))).toEqual({
      slots: ['roof', 'meter'],
      message,
    });
    for (const { field, salt, value } of disclosures) {
      const commitment = (payload as Record<string, string>)[field]!;
      expect(await verifyCommitment({ commitment, salt, value: value as CanonicalValue })).toBe(true);
    }
  });

  test('a repeated call with the same Idempotency-Key asks once', async () => {
    const { sessionId } = await invite();
    const first = await ask(sessionId, {}, 'more-once');
    expect(await ask(sessionId, {}, 'more-once')).toEqual(first);
    await runDueJobs(server.context);
    expect(server.post.emails).toHaveLength(2);
    expect((await server.client.participants.list(sessionId)).data).toHaveLength(2);
  });

  test('the limits of messages hold: over them nothing is made', async () => {
    const { sessionId } = await invite();
    const outcomes = [];
    for (let count = 0; count < 5; count++) outcomes.push(await refusalOf(ask(sessionId)));
    expect(outcomes.at(-1)).toMatchObject({ status: 429, code: 'rate_limited' });
    const made = outcomes.filter((outcome) => !(outcome instanceof Error));
    expect((await server.client.participants.list(sessionId)).data).toHaveLength(1 + made.length);
  });
});

describe('is refused', () => {
  test.each([
    ['a slot that the session does not ask for', { slots: ['attic'] }, 'body.slots.0'],
    ['no slot at all', { slots: [] }, 'body.slots'],
    ['a slot twice', { slots: ['roof', 'roof'] }, 'body.slots'],
    ['a blank message', { message: ' \n' }, 'body.message'],
    ['a lifetime of 0', { ttl_minutes: 0 }, 'body.ttl_minutes'],
  ])('400: %s', async (_what, body, path) => {
    const { sessionId } = await invite();
    expect(await refusalOf(ask(sessionId, body))).toMatchObject({
      status: 400,
      code: 'validation_error',
      errors: [{ path }],
    });
  });

  test('409: where nothing is missing and nothing is said, and where nobody is invited', async () => {
    const { sessionId } = await invite(undefined, []);
    expect(await refusalOf(ask(sessionId))).toMatchObject({ status: 409, code: 'session.invalid_state' });
    expect(await ask(sessionId, { message: 'The roof once more, please' })).toMatchObject({ slots: [] });
    const { id } = await server.client.sessions.create({ shots: [ROOF] });
    expect(await refusalOf(ask(id))).toMatchObject({ status: 409, code: 'session.invalid_state' });
  });

  test('409 once the session has ended, 404 for what is missing or another organisation’s, 403 without the scope', async () => {
    const { sessionId } = await invite();
    const elsewhere = await invite();
    expect(await refusalOf(ask(sessionId, { invite: elsewhere.minted.id }))).toMatchObject({ status: 404 });
    const foreigner = server.clientOf((await seedOrganisation(server.context)).apiKey);
    expect(await refusalOf(foreigner.v1.inspections.requestMore(sessionId))).toMatchObject({ status: 404 });
    expect(await refusalOf(ask(MISSING))).toMatchObject({ status: 404 });
    const reader = server.clientOf(
      (await seedOrganisation(server.context, { scopes: ['participants:read'] })).apiKey,
    );
    expect(await refusalOf(reader.v1.inspections.requestMore(sessionId))).toMatchObject({ status: 403 });
    await server.client.sessions.end(sessionId);
    expect(await refusalOf(ask(sessionId))).toMatchObject({ status: 409, code: 'session.already_ended' });
  });
});
