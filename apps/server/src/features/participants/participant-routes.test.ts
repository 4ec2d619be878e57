import { MintedInvite } from '@field-inspection/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectSignalling } from '../../testing/connect-signalling.ts';
import { joinByLink, outcomeOf } from '../../testing/join-by-link.ts';
import { freshEmail, mintInviteFor } from '../../testing/mint-invite-for.ts';
import { seedOrganisation } from '../../testing/seed-organisation.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const MISSING = '01a1f93a-a014-7be2-9c7b-f16f6a3089a2';
const refusalOf = (call: PromiseLike<unknown>) => Promise.resolve(call).catch((error: unknown) => error);
const readRow = (id: string) =>
  server.context.database.prisma.participant.findFirstOrThrow({ where: { id } });
const later = (ms: number) => new Date(server.clock.now().getTime() + ms).toISOString();

describe('minting', () => {
  test('answers with the link and the code, this once', async () => {
    const { session, invite } = await mintInviteFor(server, {
      recipient_first_name: 'Ada',
      recipient_email: 'ada@mint.example',
      recipient_phone: '+39 333-123.4567',
    });
    expect(MintedInvite.strict().parse(invite)).toEqual(invite);
    expect(invite).toMatchObject({
      session: session.id,
      role: 'field',
      status: 'pending',
      expires_at: later(1_440 * 60_000),
      recipient_first_name: 'Ada',
      recipient_last_name: '',
      recipient_email: 'ada@mint.example',
      recipient_phone: '+393331234567',
      otp_required: true,
      otp_expires_at: later(600_000),
      joined_at: null,
      done_at: null,
    });
    expect(invite.join_url).toMatch(new RegExp(`^${server.baseUrl}/join/${session.id}#[A-Za-z0-9_-]{43}$`));
    expect(invite.otp_code).toMatch(/^\d{6}$/);
  });

  test('without an address the link alone lets in: no code', async () => {
    const { invite } = await mintInviteFor(server, {
      recipient_first_name: 'Ada',
      recipient_email: '',
      recipient_phone: '',
    });
    expect(invite).toMatchObject({
      otp_required: false,
      otp_code: null,
      otp_expires_at: null,
      recipient_email: '',
      recipient_phone: '',
    });
  });

  test('a code keeps its leading zeros', async () => {
    const other = await startTestServer(
      {},
      { random: { bytes: (n) => server.context.random.bytes(n), below: () => 7 } },
    );
    try {
      const { invite } = await mintInviteFor(other);
      expect(invite.otp_code).toBe('000007');
    } finally {
      await other.close();
    }
  });

  test.each([[1], [10_080]])('lets it live %i minutes', async (ttl_minutes) => {
    const { invite } = await mintInviteFor(server, { ttl_minutes });
    expect(invite.expires_at).toBe(later(ttl_minutes * 60_000));
  });

  test.each([
    ['send_email without an address', { send_email: true }, 'body.send_email'],
    ['send_email with an empty address', { send_email: true, recipient_email: '' }, 'body.send_email'],
    ['send_sms without a number', { send_sms: true }, 'body.send_sms'],
    ['send_sms with an empty number', { send_sms: true, recipient_phone: '' }, 'body.send_sms'],
    ['a phone number without its country', { recipient_phone: '333 123 4567' }, 'body.recipient_phone'],
    ['a phone number that does not exist', { recipient_phone: '+39 1' }, 'body.recipient_phone'],
    ['a lifetime of 0', { ttl_minutes: 0 }, 'body.ttl_minutes'],
  ])('refuses %s', async (_title, body, path) => {
    const error = await refusalOf(mintInviteFor(server, body));
    expect(error).toMatchObject({ status: 400, code: 'validation_error', errors: [{ path }] });
  });

  test('refuses an SMS where none can be sent', async () => {
    const other = await startTestServer({ SMS_URL: '' });
    try {
      const error = await refusalOf(mintInviteFor(other, { recipient_phone: '+393331234567' }));
      expect(error).toMatchObject({ status: 400, errors: [{ path: 'body.recipient_phone' }] });
      expect(String((error as { detail: string }).detail)).toContain('SMS_URL');
    } finally {
      await other.close();
    }
  });

  test('409 once the session has ended, 404 for a session that is missing or another organisation’s', async () => {
    const { session } = await mintInviteFor(server, {});
    await server.client.sessions.end(session.id);
    const foreigner = server.clientOf((await seedOrganisation(server.context)).apiKey);
    const [ended, missing, foreign] = await Promise.all([
      refusalOf(server.client.participants.create(session.id)),
      refusalOf(server.client.participants.create(MISSING)),
      refusalOf(foreigner.participants.create(session.id)),
    ]);
    expect(ended).toMatchObject({ status: 409, code: 'session.already_ended' });
    expect(missing).toMatchObject({ status: 404, code: 'not_found' });
    expect(foreign).toMatchObject({ status: 404, code: 'not_found' });
  });

  test('the row keeps a hash of the link, an HMAC of the code, and a sealed copy until it is redeemed', async () => {
    const { invite } = await mintInviteFor(server);
    const token = invite.join_url.split('#')[1]!;
    const row = await readRow(invite.id);
    expect(JSON.stringify(row)).not.toContain(token);
    expect(JSON.stringify(row)).not.toContain(`"${invite.otp_code}"`);
    expect(row.token_sealed).toMatch(/^v1\.test\./);
    expect(row.otp_hmac).toHaveLength(32);
    await joinByLink(invite.join_url, { code: invite.otp_code });
    expect((await readRow(invite.id)).token_sealed).toBeNull();
  });

  test('a repeated call with the same Idempotency-Key mints once and shows the same link', async () => {
    const { session } = await mintInviteFor(server, {});
    const body = { recipient_email: freshEmail() };
    const options = { idempotencyKey: 'mint-once' };
    const first = await server.client.participants.create(session.id, body, options);
    const second = await server.client.participants.create(session.id, body, options);
    expect(second).toEqual(first);
    expect((await server.client.participants.list(session.id)).data).toHaveLength(2);
  });
});

describe('listing', () => {
  test('shows each once, newest first, page by page, without links and codes', async () => {
    const { session, invite } = await mintInviteFor(server, {});
    const minted = [invite.id];
    for (let count = 1; count < 7; count++) {
      server.clock.advance(1);
      minted.push((await server.client.participants.create(session.id)).id);
    }
    const page = await server.client.participants.list(session.id, { limit: 3 });
    expect([page.data.length, page.hasMore]).toEqual([3, true]);
    const listed: string[] = [];
    for await (const { id, ...rest } of server.client.participants.list(session.id, { limit: 3 })) {
      listed.push(id);
      expect(Object.keys(rest)).not.toContain('join_url');
      expect(Object.keys(rest)).not.toContain('otp_code');
    }
    expect(listed).toEqual(minted.toReversed());
  });

  test('tells where each stands', async () => {
    const { session, invite: joined } = await mintInviteFor(server, {});
    await joinByLink(joined.join_url);
    const mintNext = (body = {}) => {
      server.clock.advance(1);
      return server.client.participants.create(session.id, body);
    };
    await server.client.participants.revoke(session.id, (await mintNext()).id);
    await mintNext({ ttl_minutes: 1 });
    await mintNext();
    server.clock.advance(60_000);
    const statuses = async () =>
      (await server.client.participants.list(session.id)).data.map(({ status }) => status);
    expect(await statuses()).toEqual(['pending', 'expired', 'revoked', 'joined']);
    await server.client.sessions.end(session.id);
    expect(await statuses()).toEqual(['expired', 'expired', 'revoked', 'joined']);
  });

  test('404 for a session that is missing or foreign; 400 for the cursor of another session', async () => {
    const { session } = await mintInviteFor(server, {});
    await server.client.participants.create(session.id);
    const { nextCursor } = await server.client.participants.list(session.id, { limit: 1 });
    const other = await mintInviteFor(server, {});
    const foreigner = server.clientOf((await seedOrganisation(server.context)).apiKey);
    expect(await refusalOf(server.client.participants.list(MISSING))).toMatchObject({ status: 404 });
    expect(await refusalOf(foreigner.participants.list(session.id))).toMatchObject({ status: 404 });
    const crossed = server.client.participants.list(other.session.id, { cursor: nextCursor! });
    expect(await refusalOf(crossed)).toMatchObject({ status: 400, code: 'invalid_cursor' });
  });
});

describe('reissuing', () => {
  test('keeps the id and the lifetime, gives a new link and code, and starts over', async () => {
    const { session, invite } = await mintInviteFor(server, {
      recipient_email: freshEmail(),
      ttl_minutes: 30,
    });
    await joinByLink(invite.join_url, { code: invite.otp_code });
    server.clock.advance(20 * 60_000);
    const reissued = await server.client.participants.reissue(session.id, invite.id);
    expect(MintedInvite.strict().parse(reissued)).toEqual(reissued);
    expect(reissued).toMatchObject({
      id: invite.id,
      status: 'pending',
      expires_at: later(30 * 60_000),
      otp_expires_at: later(600_000),
      joined_at: null,
      done_at: null,
      recipient_email: invite.recipient_email,
    });
    expect(reissued.join_url).not.toBe(invite.join_url);
    expect(await readRow(invite.id)).toMatchObject({ issue: 2, otp_attempts: 0, pin: null });
    expect(outcomeOf(await joinByLink(invite.join_url))).toBe('410 invite_expired');
    const laptop = { userAgent: 'laptop', code: reissued.otp_code };
    expect(outcomeOf(await joinByLink(reissued.join_url, laptop))).toBe('200');
  });

  test('an invite without a code stays one', async () => {
    const { session, invite } = await mintInviteFor(server, {});
    const reissued = await server.client.participants.reissue(session.id, invite.id);
    expect(reissued).toMatchObject({ otp_required: false, otp_code: null });
    expect(outcomeOf(await joinByLink(reissued.join_url))).toBe('200');
  });

  test('410 for a revoked invite, 409 after the end, 404 for what is not there', async () => {
    const { session, invite } = await mintInviteFor(server, {});
    const elsewhere = await mintInviteFor(server, {});
    const reissue = (sessionId: string, inviteId: string) =>
      refusalOf(server.client.participants.reissue(sessionId, inviteId));
    expect(await reissue(session.id, MISSING)).toMatchObject({ status: 404 });
    expect(await reissue(elsewhere.session.id, invite.id)).toMatchObject({ status: 404 });
    await server.client.participants.revoke(session.id, invite.id);
    expect(await reissue(session.id, invite.id)).toMatchObject({ status: 410, code: 'invite_expired' });
    await server.client.sessions.end(elsewhere.session.id);
    const ended = await reissue(elsewhere.session.id, elsewhere.invite.id);
    expect(ended).toMatchObject({ status: 409, code: 'session.already_ended' });
  });
});

describe('revoking', () => {
  test('may be repeated, and writes one entry', async () => {
    const { session, invite } = await mintInviteFor(server, {});
    await server.client.participants.revoke(session.id, invite.id);
    const { revoked_at } = await readRow(invite.id);
    server.clock.advance(1_000);
    await server.client.participants.revoke(session.id, invite.id);
    expect((await readRow(invite.id)).revoked_at).toEqual(revoked_at);
    const where = { session_id: session.id, kind: 'participant.revoked' };
    expect(await server.context.database.prisma.auditEntry.count({ where })).toBe(1);
  });

  test('after the end it leaves the chain alone', async () => {
    const { session, invite } = await mintInviteFor(server, {});
    await server.client.sessions.end(session.id);
    await server.client.participants.revoke(session.id, invite.id);
    expect((await server.client.participants.list(session.id)).data[0]!.status).toBe('revoked');
  });

  test('404 for what is not there', async () => {
    const { session, invite } = await mintInviteFor(server, {});
    const foreigner = server.clientOf((await seedOrganisation(server.context)).apiKey);
    expect(await refusalOf(server.client.participants.revoke(session.id, MISSING))).toMatchObject({
      status: 404,
    });
    expect(await refusalOf(foreigner.participants.revoke(session.id, invite.id))).toMatchObject({
      status: 404,
    });
    expect((await readRow(invite.id)).revoked_at).toBeNull();
  });
});

test.each([
  ['a revocation', (...ids: [string, string]) => server.client.participants.revoke(...ids)],
  ['a reissue', (...ids: [string, string]) => server.client.participants.reissue(...ids)],
])('%s puts the person out of the live picture, and nobody else', async (_title, act) => {
  const { session, invite } = await mintInviteFor(server, {});
  const other = await server.client.participants.create(session.id);
  const [out, stays] = await Promise.all(
    [invite, other].map(async ({ join_url }) => {
      const { body } = await joinByLink(join_url);
      return connectSignalling(server.baseUrl, { token: body.media_connection.token });
    }),
  );
  await act(session.id, invite.id);
  expect(await out!.closed).toEqual({ code: 4403, reason: 'invite_expired' });
  await server.client.sessions.end(session.id);
  expect(await stays!.closed).toEqual({ code: 4410, reason: 'session_ended' });
});
