import { RequestedCode } from '@field-inspection/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { messageSeal } from '../notifications/exports/queue-messages.ts';
import { joinByLink, outcomeOf, wrongCode } from '../../testing/join-by-link.ts';
import { freshEmail, mintInviteFor } from '../../testing/mint-invite-for.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

type Reply = { status: number; body: RequestedCode & { code?: string }; replayed: string | null };

const askForCode = async (
  joinUrl: string,
  { userAgent = 'phone', key }: { userAgent?: string; key?: string } = {},
): Promise<Reply> => {
  const { origin, pathname, hash } = new URL(joinUrl);
  const response = await fetch(
    `${origin}/v1/sessions/${pathname.split('/').at(-1)}/join/${hash.slice(1)}/code`,
    {
      method: 'POST',
      headers: { 'User-Agent': userAgent, ...(key && { 'Idempotency-Key': key }) },
    },
  );
  const body = (await response.json()) as Reply['body'];
  return { status: response.status, body, replayed: response.headers.get('idempotent-replayed') };
};
const refusalOf = ({ status, body }: Reply) => `${status} ${body.code}`;

const readWaitingCodes = async (participantId: string): Promise<{ channel: string; code: string }[]> => {
  const rows = await server.context.database.prisma.message.findMany({
    where: { participant_id: participantId, kind: 'otp', cancelled_at: null },
    orderBy: { created_at: 'asc' },
  });
  return rows.map(({ organisation_id, id, channel, secret_sealed }) => ({
    channel,
    code: server.context.keyring.open(secret_sealed!, messageSeal(organisation_id, id)),
  }));
};

describe('a new code', () => {
  test('for a link whose code died long ago lets in, goes to the channels of the invite, and is in no reply', async () => {
    const { invite } = await mintInviteFor(server, {
      recipient_email: freshEmail(),
      recipient_phone: '+39 333 123 4599',
    });
    server.clock.advance(23 * 3_600_000);
    expect(outcomeOf(await joinByLink(invite.join_url, { code: invite.otp_code }))).toBe('401 otp_expired');
    const { status, body } = await askForCode(invite.join_url);
    expect(status).toBe(202);
    expect(RequestedCode.strict().parse(body)).toEqual({
      channels: ['email', 'sms'],
      channel_hint_email: 'p•••@e•••.com',
      channel_hint_phone: '+39 ••• ••99',
      otp_expires_at: new Date(server.clock.now().getTime() + 600_000).toISOString(),
    });
    const waiting = await readWaitingCodes(invite.id);
    expect(waiting.map(({ channel }) => channel).sort()).toEqual(['email', 'sms']);
    const { code } = waiting[0]!;
    expect(JSON.stringify(body)).not.toContain(code);
    expect(outcomeOf(await joinByLink(invite.join_url, { code }))).toBe('200');
  });

  test('makes the one before dead, and stops its messages', async () => {
    const { invite } = await mintInviteFor(server);
    await askForCode(invite.join_url);
    const [first, ...others] = await readWaitingCodes(invite.id);
    expect(others).toEqual([]);
    if (first!.code !== invite.otp_code) {
      expect(outcomeOf(await joinByLink(invite.join_url, { code: invite.otp_code }))).toBe('401 otp_invalid');
    }
  });

  test('forgets no wrong attempt: five in all lock the invite, whatever codes came between', async () => {
    const { invite } = await mintInviteFor(server);
    let code = invite.otp_code!;
    for (const attempt of [1, 2, 3, 4, 5]) {
      const outcome = outcomeOf(await joinByLink(invite.join_url, { code: wrongCode(code) }));
      expect(outcome).toBe(attempt < 5 ? '401 otp_invalid' : '423 otp_locked');
      if (attempt % 2 === 1 && attempt < 5) {
        await askForCode(invite.join_url);
        code = (await readWaitingCodes(invite.id)).at(-1)!.code;
      }
    }
    expect(refusalOf(await askForCode(invite.join_url))).toBe('423 otp_locked');
  });

  test('is sent once for a call that is repeated under its key', async () => {
    const { invite } = await mintInviteFor(server);
    const first = await askForCode(invite.join_url, { key: 'again' });
    const second = await askForCode(invite.join_url, { key: 'again' });
    expect([first.status, second.status, second.replayed]).toEqual([202, 202, 'true']);
    expect(second.body).toEqual(first.body);
    const sent = await server.context.database.prisma.message.count({
      where: { participant_id: invite.id, kind: 'otp' },
    });
    expect(sent).toBe(2);
  });

  test('asked for in parallel leaves one that is good, and no attempt is lost', async () => {
    const { invite } = await mintInviteFor(server);
    const replies = await Promise.all(Array.from({ length: 4 }, () => askForCode(invite.join_url)));
    expect(replies.map(({ status }) => status)).toEqual(Array(4).fill(202));
    const waiting = await readWaitingCodes(invite.id);
    expect(waiting).toHaveLength(1);
    expect(outcomeOf(await joinByLink(invite.join_url, { code: waiting[0]!.code }))).toBe('200');
  });

  test('keeps to the limits of messages: over them it is 429, and the code before stays good', async () => {
    const { invite } = await mintInviteFor(server);
    const replies: Reply[] = [];
    for (let asked = 0; asked < 40 && replies.at(-1)?.status !== 429; asked++) {
      replies.push(await askForCode(invite.join_url));
    }
    expect(refusalOf(replies.at(-1)!)).toBe('429 rate_limited');
    const [last] = await readWaitingCodes(invite.id);
    expect(outcomeOf(await joinByLink(invite.join_url, { code: last!.code }))).toBe('200');
  });

  test('is a fact of the chain, without the code', async () => {
    const { session, invite } = await mintInviteFor(server);
    await askForCode(invite.join_url);
    const entries = await server.context.database.prisma.auditEntry.findMany({
      where: { session_id: session.id, kind: 'otp.requested' },
    });
    expect(entries.map(({ payload }) => payload)).toEqual([
      { participant_id: invite.id, issue: 1, channels: ['email'] },
    ]);
  });
});

describe('what stands in the way is told in the order of the join', () => {
  test('404 for a link that was never given, or of another session', async () => {
    const [one, other] = [await mintInviteFor(server), await mintInviteFor(server)];
    const unknown = `${one.invite.join_url.split('#')[0]}#${'A'.repeat(43)}`;
    const crossed = `${one.invite.join_url.split('#')[0]}#${other.invite.join_url.split('#')[1]}`;
    expect(refusalOf(await askForCode(unknown))).toBe('404 not_found');
    expect(refusalOf(await askForCode(crossed))).toBe('404 not_found');
  });

  test('410 for a link that was replaced, revoked, is too old, or whose session has ended', async () => {
    const [replaced, revoked, old, ended] = [
      await mintInviteFor(server),
      await mintInviteFor(server),
      await mintInviteFor(server),
      await mintInviteFor(server),
    ];
    await server.client.participants.reissue(replaced.session.id, replaced.invite.id);
    await server.client.participants.revoke(revoked.session.id, revoked.invite.id);
    await server.client.sessions.end(ended.session.id);
    for (const { invite } of [replaced, revoked, ended]) {
      expect(refusalOf(await askForCode(invite.join_url))).toBe('410 invite_expired');
    }
    server.clock.advance(24 * 3_600_000);
    expect(refusalOf(await askForCode(old.invite.join_url))).toBe('410 invite_expired');
  });

  test('409 for one that another device has redeemed, and for one that needs no code', async () => {
    const redeemed = await mintInviteFor(server);
    await joinByLink(redeemed.invite.join_url, { code: redeemed.invite.otp_code });
    const stranger = await askForCode(redeemed.invite.join_url, { userAgent: 'another phone' });
    expect(refusalOf(stranger)).toBe('409 invite_redeemed');
    expect(refusalOf(await askForCode(redeemed.invite.join_url))).toBe('409 otp_not_required');
    const open = await mintInviteFor(server, {});
    expect(refusalOf(await askForCode(open.invite.join_url))).toBe('409 otp_not_required');
  });
});
