import { JoinedSession } from '@field-inspection/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { joinByLink, outcomeOf, wrongCode } from '../../testing/join-by-link.ts';
import { freshEmail, mintInviteFor } from '../../testing/mint-invite-for.ts';
import { seedOrganisation } from '../../testing/seed-organisation.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const callTimes = async (times: number, call: () => ReturnType<typeof joinByLink>) => {
  const outcomes: string[] = [];
  for (let done = 0; done < times; done++) outcomes.push(outcomeOf(await call()));
  return outcomes;
};

const lock = (joinUrl: string, code: string | null) =>
  callTimes(5, () => joinByLink(joinUrl, { code: wrongCode(code) }));

describe('200', () => {
  test('the link alone lets in where no code was minted, and the session is live', async () => {
    const { session, invite } = await mintInviteFor(server, { recipient_first_name: 'Ada' });
    const { status, body, headers } = await joinByLink(invite.join_url);
    expect(status).toBe(200);
    expect(JoinedSession.strict().parse(body)).toEqual(body);
    expect(body).toMatchObject({
      field_session_token: expect.stringMatching(/^[\w-]{43}$/),
      field_session_expires_at: null,
      session: { id: session.id, status: 'open', locale: 'en', scheduled_for: null, notes: 'Roof' },
      participant: { id: invite.id, role: 'field', first_name: 'Ada', last_name: '', done_at: null },
      consent_state: { camera: 'pending', gps: 'pending' },
      branding: { organisation_name: 'Acme Inspections' },
      media_connection: { room: session.id, identity: `field-${invite.id}` },
    });
    expect(headers.get('cache-control')).toBe('no-store');
    expect(await server.client.sessions.get(session.id)).toMatchObject({
      status: 'open',
      started_at: server.clock.now().toISOString(),
    });
  });

  test('the right code lets in, also as the fifth', async () => {
    const { session, invite } = await mintInviteFor(server);
    expect(
      await callTimes(4, () => joinByLink(invite.join_url, { code: wrongCode(invite.otp_code) })),
    ).toEqual(Array(4).fill('401 otp_invalid'));
    expect(outcomeOf(await joinByLink(invite.join_url, { code: invite.otp_code }))).toBe('200');
    const [listed] = (await server.client.participants.list(session.id)).data;
    expect(listed).toMatchObject({ status: 'joined', joined_at: server.clock.now().toISOString() });
  });

  test('the device that redeemed it gets a further token without a code, also past the 10 minutes', async () => {
    const { invite } = await mintInviteFor(server);
    const first = await joinByLink(invite.join_url, { code: invite.otp_code });
    server.clock.advance(601_000);
    const again = await joinByLink(invite.join_url);
    const wrong = await joinByLink(invite.join_url, { code: wrongCode(invite.otp_code) });
    expect([first, again, wrong].map(outcomeOf)).toEqual(['200', '200', '200']);
    const tokens = [first, again, wrong].map(({ body }) => body.field_session_token);
    expect(new Set(tokens).size).toBe(3);
  });

  test('a second person joins an open session without starting it again', async () => {
    const { session, invite } = await mintInviteFor(server, {});
    await joinByLink(invite.join_url);
    const { started_at } = await server.client.sessions.get(session.id);
    server.clock.advance(5_000);
    const other = await server.client.participants.create(session.id);
    const { body } = await joinByLink(other.join_url, { userAgent: 'another phone' });
    expect(body.session.status).toBe('open');
    expect((await server.client.sessions.get(session.id)).started_at).toBe(started_at);
  });
});

describe('401', () => {
  test('otp_required tells the channels and masked hints, null where there is none', async () => {
    const both = await mintInviteFor(server, {
      recipient_email: 'ada.lovelace@example.com',
      recipient_phone: '+39 333 123 4567',
    });
    const email = await mintInviteFor(server);
    const phone = await mintInviteFor(server, { recipient_phone: '+41 79 123 45 67' });
    expect((await joinByLink(both.invite.join_url)).body).toMatchObject({
      code: 'otp_required',
      detail: 'otp_required',
      channels: ['email', 'sms'],
      channel_hint_email: 'a•••@e•••.com',
      channel_hint_phone: '+39 ••• ••67',
    });
    expect((await joinByLink(email.invite.join_url)).body).toMatchObject({
      channels: ['email'],
      channel_hint_email: 'p•••@e•••.com',
      channel_hint_phone: null,
    });
    expect((await joinByLink(phone.invite.join_url)).body).toMatchObject({
      channels: ['sms'],
      channel_hint_email: null,
      channel_hint_phone: '+41 ••• ••67',
    });
  });

  test('is problem+json, names its scheme, is not cached, and asking without a code costs no attempt', async () => {
    const { invite } = await mintInviteFor(server);
    await callTimes(7, () => joinByLink(invite.join_url));
    const { status, headers } = await joinByLink(invite.join_url);
    expect([
      status,
      headers.get('content-type'),
      headers.get('www-authenticate'),
      headers.get('cache-control'),
    ]).toEqual([401, 'application/problem+json; charset=utf-8', 'Join-OTP', 'no-store']);
    const { body } = await joinByLink(invite.join_url, { code: wrongCode(invite.otp_code) });
    expect(body).toMatchObject({ detail: 'otp_invalid', attempts_remaining: 4 });
  });

  test('whatever is not the code counts as a wrong one', async () => {
    const { invite } = await mintInviteFor(server);
    const codes = [`${invite.otp_code}0`, 'x', `${invite.otp_code},${invite.otp_code}`, '1'];
    const remaining: unknown[] = [];
    for (const code of codes)
      remaining.push((await joinByLink(invite.join_url, { code })).body['attempts_remaining']);
    expect(remaining).toEqual([4, 3, 2, 1]);
  });

  test('the code is good until its 600 seconds are over, and asking then answers otp_expired either way', async () => {
    const early = await mintInviteFor(server);
    const late = await mintInviteFor(server);
    server.clock.advance(599_000);
    expect(outcomeOf(await joinByLink(early.invite.join_url, { code: early.invite.otp_code }))).toBe('200');
    server.clock.advance(1_000);
    expect(outcomeOf(await joinByLink(late.invite.join_url, { code: late.invite.otp_code }))).toBe(
      '401 otp_expired',
    );
    expect(outcomeOf(await joinByLink(late.invite.join_url))).toBe('401 otp_expired');
    server.clock.advance(1_000);
    const outcomes = await callTimes(6, () => joinByLink(late.invite.join_url, { code: '000000' }));
    expect(outcomes, 'and no code is judged any more').toEqual(Array(6).fill('401 otp_expired'));
  });

  test.each([
    [true, ['email'], 'p•••@e•••.com'],
    [false, [], null],
  ])('otp_expired tells where the code had gone, where one was sent (%s)', async (isSent, channels, hint) => {
    const { invite } = await mintInviteFor(server, { recipient_email: freshEmail(), send_code: isSent });
    server.clock.advance(600_000);
    const { body } = await joinByLink(invite.join_url);
    expect(body).toMatchObject({ code: 'otp_expired', channels, channel_hint_email: hint });
  });
});

describe('423', () => {
  test('the fifth wrong code answers it, and from then on the right one too', async () => {
    const { session, invite } = await mintInviteFor(server);
    expect(await lock(invite.join_url, invite.otp_code)).toEqual([
      ...Array(4).fill('401 otp_invalid'),
      '423 otp_locked',
    ]);
    expect(outcomeOf(await joinByLink(invite.join_url, { code: invite.otp_code }))).toBe('423 otp_locked');
    expect(outcomeOf(await joinByLink(invite.join_url))).toBe('423 otp_locked');
    expect((await server.client.participants.list(session.id)).data[0]!.status).toBe('locked');
  });

  test('a reissue gives five new tries on the new link, while the locked one is gone', async () => {
    const { session, invite } = await mintInviteFor(server);
    await lock(invite.join_url, invite.otp_code);
    const reissued = await server.client.participants.reissue(session.id, invite.id);
    expect(outcomeOf(await joinByLink(invite.join_url, { code: invite.otp_code }))).toBe(
      '410 invite_expired',
    );
    const { body } = await joinByLink(reissued.join_url, { code: wrongCode(reissued.otp_code!) });
    expect(body).toMatchObject({ detail: 'otp_invalid', attempts_remaining: 4 });
    expect(outcomeOf(await joinByLink(reissued.join_url, { code: reissued.otp_code }))).toBe('200');
  });

  test('the code of an earlier issue is a wrong one', async () => {
    const { session, invite } = await mintInviteFor(server);
    let reissued = await server.client.participants.reissue(session.id, invite.id);
    while (reissued.otp_code === invite.otp_code) {
      reissued = await server.client.participants.reissue(session.id, invite.id);
    }
    expect(outcomeOf(await joinByLink(reissued.join_url, { code: invite.otp_code }))).toBe('401 otp_invalid');
  });
});

test('409: another device after redemption, with the right code too', async () => {
  const { invite } = await mintInviteFor(server);
  await joinByLink(invite.join_url, { code: invite.otp_code });
  const other = await joinByLink(invite.join_url, { code: invite.otp_code, userAgent: 'laptop' });
  expect(other.body).toMatchObject({ status: 409, code: 'invite_redeemed', detail: 'invite_redeemed' });
});

describe('410', () => {
  test('the lifetime is over, for who had joined too', async () => {
    const { invite } = await mintInviteFor(server, { ttl_minutes: 1 });
    const joined = await mintInviteFor(server, { ttl_minutes: 1 });
    await joinByLink(joined.invite.join_url);
    server.clock.advance(59_999);
    expect(outcomeOf(await joinByLink(joined.invite.join_url))).toBe('200');
    server.clock.advance(1);
    expect(outcomeOf(await joinByLink(invite.join_url))).toBe('410 invite_expired');
    expect(outcomeOf(await joinByLink(joined.invite.join_url))).toBe('410 invite_expired');
  });

  test('the session has ended', async () => {
    const { session, invite } = await mintInviteFor(server);
    await server.client.sessions.end(session.id);
    expect(outcomeOf(await joinByLink(invite.join_url, { code: invite.otp_code }))).toBe(
      '410 invite_expired',
    );
  });

  test('and says whether the session is over, but not to a link that was revoked or replaced', async () => {
    const { session, invite } = await mintInviteFor(server, {});
    const { id: revoked, ...link } = await server.client.participants.create(session.id, {});
    const old = await server.client.participants.create(session.id, {});
    await server.client.participants.revoke(session.id, revoked);
    await server.client.participants.reissue(session.id, old.id);
    server.clock.advance(25 * 3_600_000);
    const read = async (url: string) => (await joinByLink(url)).body as { session_ended?: boolean };
    expect((await read(invite.join_url)).session_ended).toBe(false);
    await server.client.sessions.end(session.id);
    expect((await read(invite.join_url)).session_ended).toBe(true);
    for (const { join_url } of [link, old]) expect(await read(join_url)).not.toHaveProperty('session_ended');
  });

  test('the invite is revoked', async () => {
    const { session, invite } = await mintInviteFor(server);
    await server.client.participants.revoke(session.id, invite.id);
    expect(outcomeOf(await joinByLink(invite.join_url, { code: invite.otp_code }))).toBe(
      '410 invite_expired',
    );
  });

  test('comes before 423 and 409', async () => {
    const locked = await mintInviteFor(server);
    await lock(locked.invite.join_url, locked.invite.otp_code);
    await server.client.sessions.end(locked.session.id);
    const redeemed = await mintInviteFor(server, {});
    await joinByLink(redeemed.invite.join_url);
    await server.client.participants.revoke(redeemed.session.id, redeemed.invite.id);
    expect(outcomeOf(await joinByLink(locked.invite.join_url))).toBe('410 invite_expired');
    expect(outcomeOf(await joinByLink(redeemed.invite.join_url, { userAgent: 'laptop' }))).toBe(
      '410 invite_expired',
    );
  });
});

test('404: one body for an unknown, a malformed and a foreign token or session', async () => {
  const { session, invite } = await mintInviteFor(server, {});
  const other = await mintInviteFor(server, {});
  const foreigner = await seedOrganisation(server.context);
  const foreign = await mintInviteFor(
    { client: server.clientOf(foreigner.apiKey) },
    { recipient_email: freshEmail() },
  );
  const tokenOf = (joinUrl: string) => joinUrl.split('#')[1]!;
  const links = [
    `${session.id}#${'A'.repeat(43)}`,
    `${session.id}#short`,
    `${session.id}#${'%00'.repeat(43)}`,
    `${session.id}#${tokenOf(other.invite.join_url)}`,
    `${session.id}#${tokenOf(foreign.invite.join_url)}`,
    `${foreign.session.id}#${tokenOf(invite.join_url)}`,
    `not-a-uuid#${tokenOf(invite.join_url)}`,
  ];
  const replies = await Promise.all(links.map((link) => joinByLink(`${server.baseUrl}/join/${link}`)));
  const bodies = replies.map(({ body }) => ({ ...body, request_id: '' }));
  expect(bodies).toEqual(Array(links.length).fill(bodies[0]));
  expect(bodies[0]).toMatchObject({ status: 404, code: 'not_found' });
});
