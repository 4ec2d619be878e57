import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApp } from '../../app.ts';
import { createHealth } from '../../http/probes/health.ts';
import { listenHttp, type HttpListener } from '../../http/listen-http.ts';
import { joinByLink, outcomeOf, wrongCode } from '../../testing/join-by-link.ts';
import { mintInviteFor } from '../../testing/mint-invite-for.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';

const SERVERS = 5;

let server: TestServer;
let listeners: HttpListener[];
beforeAll(async () => {
  server = await startTestServer({ TRUST_PROXY_HOPS: '1' });
  const { context } = server;
  const start = () =>
    listenHttp(createApp(context, createHealth(context)), { port: 0, host: '127.0.0.1' }, context);
  listeners = await Promise.all(Array.from({ length: SERVERS }, start));
});
afterAll(async () => {
  await Promise.all(listeners.map((listener) => listener.close()));
  await server.close();
});

/** Each of the servers lets one call of a link at a time through to the database. */
const joinSomewhere = (joinUrl: string, index: number, call: Parameters<typeof joinByLink>[1]) => {
  const url = new URL(joinUrl);
  url.port = String(listeners[index % SERVERS]!.port);
  return joinByLink(url.href, call);
};

const inParallel = <T>(count: number, call: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => call(index)));

const tally = (outcomes: string[]): Record<string, number> =>
  Object.fromEntries(
    [...new Set(outcomes)].sort().map((outcome) => [outcome, outcomes.filter((o) => o === outcome).length]),
  );

const attemptsOf = async (inviteId: string) => {
  const invite = await server.context.database.prisma.participant.findFirstOrThrow({
    where: { id: inviteId },
  });
  return invite.otp_attempts;
};

test('of 200 guesses at once, from 200 places, exactly five are judged', async ({ annotate }) => {
  const { invite } = await mintInviteFor(server);
  const replies = await inParallel(200, (index) =>
    joinSomewhere(invite.join_url, index, {
      code: wrongCode(invite.otp_code),
      address: `203.0.113.${index}`,
    }),
  );
  expect(tally(replies.map(outcomeOf))).toEqual({ '401 otp_invalid': 4, '423 otp_locked': 196 });
  const remaining = replies.flatMap(({ status, body }) =>
    status === 401 ? [body['attempts_remaining']] : [],
  );
  expect(remaining.sort()).toEqual([1, 2, 3, 4]);
  expect(await attemptsOf(invite.id)).toBe(5);
  const refused = await server.context.database.prisma.auditEntry.groupBy({
    by: ['kind'],
    where: { session_id: invite.session, kind: { in: ['otp.refused', 'participant.locked'] } },
    _count: true,
    orderBy: { kind: 'asc' },
  });
  expect(refused).toEqual([
    { kind: 'otp.refused', _count: 5 },
    { kind: 'participant.locked', _count: 1 },
  ]);
  await annotate('5 of 200 guesses judged', 'figure');
});

test('200 guesses among which the right code hides: at most five are judged, whatever comes first', async () => {
  const { invite } = await mintInviteFor(server);
  const replies = await inParallel(200, (index) =>
    joinSomewhere(invite.join_url, index, {
      code: index % 40 === 39 ? invite.otp_code : wrongCode(invite.otp_code),
      userAgent: `guess ${index}`,
    }),
  );
  const counts = tally(replies.map(outcomeOf));
  const { '200': right = 0, '401 otp_invalid': wrong = 0, '409 invite_redeemed': late = 0, ...rest } = counts;
  if (right === 0) expect(counts).toEqual({ '401 otp_invalid': 4, '423 otp_locked': 196 });
  else expect({ right, late, rest }).toEqual({ right: 1, late: 199 - wrong, rest: {} });
  expect(wrong).toBeLessThanOrEqual(4);
});

test('one link, 25 calls from each of two devices at once: one device has all, the other none', async () => {
  const { session, invite } = await mintInviteFor(server);
  const replies = await inParallel(50, async (index) => {
    const userAgent = index % 2 === 0 ? 'phone' : 'laptop';
    return {
      userAgent,
      reply: await joinSomewhere(invite.join_url, index, { code: invite.otp_code, userAgent }),
    };
  });
  const outcomesOf = (device: string) =>
    tally(replies.filter(({ userAgent }) => userAgent === device).map(({ reply }) => outcomeOf(reply)));
  const both = [outcomesOf('phone'), outcomesOf('laptop')].sort((a, b) => (b['200'] ?? 0) - (a['200'] ?? 0));
  expect(both).toEqual([{ '200': 25 }, { '409 invite_redeemed': 25 }]);
  const events = await server.context.database.prisma.event.count({
    where: { session_id: session.id, type: 'session.joined' },
  });
  expect(events).toBe(1);
  const tokens = await server.context.database.prisma.fieldSessionToken.count({
    where: { participant_id: invite.id },
  });
  expect(tokens).toBe(25);
});

test('a join and the end of its session at once: either it was let in before, or it is 410, never half', async () => {
  const rounds = await inParallel(10, async () => {
    const { session, invite } = await mintInviteFor(server, {});
    const [reply] = await Promise.all([joinByLink(invite.join_url), server.client.sessions.end(session.id)]);
    const { started_at, status } = await server.client.sessions.get(session.id);
    return { outcome: outcomeOf(reply), hasStarted: started_at !== null, status };
  });
  for (const { outcome, hasStarted, status } of rounds) {
    expect(status).toBe('closed');
    expect(outcome).toBe(hasStarted ? '200' : '410 invite_expired');
  }
});
