import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { joinByLink, outcomeOf } from '../../testing/join-by-link.ts';
import { mintInviteFor } from '../../testing/mint-invite-for.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';

describe('behind one proxy that is trusted', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ TRUST_PROXY_HOPS: '1' });
  });
  afterAll(() => server.close());

  const comeBackFrom = async (first: string, second: string, userAgent = 'phone') => {
    const { invite } = await mintInviteFor(server, {});
    expect(outcomeOf(await joinByLink(invite.join_url, { address: first }))).toBe('200');
    return outcomeOf(await joinByLink(invite.join_url, { address: second, userAgent }));
  };

  test.each([
    ['the same IPv4 address', '203.0.113.7', '203.0.113.7', '200'],
    ['the neighbouring IPv4 address', '203.0.113.7', '203.0.113.8', '409 invite_redeemed'],
    ['the same IPv4 address as IPv6 writes it', '203.0.113.7', '::ffff:203.0.113.7', '200'],
    ['another address of the same IPv6 /64', '2001:db8:1:2:3:4:5:6', '2001:db8:1:2:ffff::1', '200'],
    ['another spelling of the same IPv6 /64', '2001:db8:0:2::1', '2001:0DB8:0000:0002::9', '200'],
    ['the neighbouring IPv6 /64', '2001:db8:1:2::1', '2001:db8:1:3::1', '409 invite_redeemed'],
    ['the same IPv4 address from another port', '203.0.113.7:50001', '203.0.113.7:50002', '200'],
    ['the same IPv4 address from a proxy that writes no port', '203.0.113.7:50001', '203.0.113.7', '200'],
    ['the neighbour from the same port', '203.0.113.7:50001', '203.0.113.8:50001', '409 invite_redeemed'],
    ['the same IPv6 address in brackets and with a port', '2001:db8:1:2::1', '[2001:db8:1:2::1]:443', '200'],
    ['the same IPv6 address of another zone', 'fe80::1%eth0', 'fe80::1%eth1', '200'],
    ['what a client puts before the proxy’s word', '203.0.113.7', '198.51.100.1, 203.0.113.7', '200'],
    ['a claim to be the pinned one', '203.0.113.7', '203.0.113.7, 198.51.100.1', '409 invite_redeemed'],
  ])('%s', async (_title, first, second, outcome) => {
    expect(await comeBackFrom(first, second)).toBe(outcome);
  });

  test('the same address with another user agent is another device', async () => {
    expect(await comeBackFrom('203.0.113.7', '203.0.113.7', 'laptop')).toBe('409 invite_redeemed');
  });
});

describe('without a trusted proxy', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  test('X-Forwarded-For changes nothing', async () => {
    const { invite } = await mintInviteFor(server, {});
    await joinByLink(invite.join_url, { address: '203.0.113.7' });
    expect(outcomeOf(await joinByLink(invite.join_url, { address: '198.51.100.1' }))).toBe('200');
  });

  test('the pin tells neither address nor user agent, and the same device pins two invites differently', async () => {
    const pins: string[] = [];
    for (let count = 0; count < 2; count++) {
      const { invite } = await mintInviteFor(server, {});
      await joinByLink(invite.join_url);
      const { database } = server.context;
      const { pin } = await database.prisma.participant.findFirstOrThrow({ where: { id: invite.id } });
      pins.push(Buffer.from(pin!).toString('hex'));
    }
    expect(pins).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/), expect.stringMatching(/^[0-9a-f]{64}$/)]);
    expect(pins[0]).not.toBe(pins[1]);
  });
});
