import { afterAll, beforeAll, expect, test } from 'vitest';
import { wrongCode } from '../../testing/join-by-link.ts';
import { mintInviteFor } from '../../testing/mint-invite-for.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';
import { evaluateCode } from './evaluate-code.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const device = { address: '203.0.113.7', userAgent: 'phone' };

/** Uses the invite as it was when minted, as a caller without a lock would. */
const judgeStale = async () => {
  const { invite } = await mintInviteFor(server);
  const stale = await server.context.database.prisma.participant.findFirstOrThrow({
    where: { id: invite.id },
  });
  const judge = async (code: string | null) => {
    const found = await server.context.transact((tx) =>
      evaluateCode(server.context, tx, { invite: stale, code: code ?? '', device }),
    );
    return found === 'right' ? found : found.code;
  };
  return { invite, judge };
};

test('no sixth code is judged, the right one neither, even by a caller that saw no attempt', async () => {
  const { invite, judge } = await judgeStale();
  const outcomes: string[] = [];
  for (let count = 0; count < 5; count++) outcomes.push(await judge(wrongCode(invite.otp_code)));
  expect(outcomes).toEqual([...Array(4).fill('otp_invalid'), 'otp_locked']);
  expect(await judge(invite.otp_code)).toBe('otp_locked');
});

test('a code of an issue that was replaced meanwhile is not judged', async () => {
  const { invite, judge } = await judgeStale();
  await server.client.participants.reissue(invite.session, invite.id);
  expect(await judge(invite.otp_code)).toBe('otp_locked');
  const { otp_attempts } = await server.context.database.prisma.participant.findFirstOrThrow({
    where: { id: invite.id },
  });
  expect(otp_attempts).toBe(0);
});
