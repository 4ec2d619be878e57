import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';
import { cleanUpBillingEvents } from '../billing/exports/clean-up-billing-events.ts';
import { cleanUpInvitations } from '../members/exports/clean-up-invitations.ts';

const DAY_MS = 86_400_000;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const daysAgo = (days: number) => new Date(server.clock.now().getTime() - days * DAY_MS);

it('invitations of members go when their time is over, used or not, and no member with them; those that still hold stay', async () => {
  const { prisma } = server.context.database;
  const invite = async (name: string, expires_at: Date, used_at: Date | null = null) => {
    const person = { email: `${name}@example.com`, name, role: 'auditor' } as const;
    const { id } = await server.client.members.create(person);
    await prisma.memberInvitation.updateMany({ where: { member_id: id }, data: { expires_at, used_at } });
    return id;
  };
  const over = [await invite('over', daysAgo(1)), await invite('accepted', daysAgo(1), daysAgo(5))];
  const kept = [await invite('open', daysAgo(-1)), await invite('used', daysAgo(-1), daysAgo(1))];
  await cleanUpInvitations(server.context);
  const left = await prisma.memberInvitation.findMany({ select: { member_id: true } });
  expect(left.map(({ member_id }) => member_id).sort()).toEqual(kept.sort());
  expect(await prisma.member.count({ where: { id: { in: [...over, ...kept] } } })).toBe(4);
});

it('events of the payment provider go 30 days after they came, once they are handled; the others stay', async () => {
  const { prisma } = server.context.database;
  const add = (id: string, received_at: Date, handled_at: Date | null) =>
    prisma.billingEvent.create({
      data: {
        organisation_id: server.seed.organisationId,
        id,
        type: 'customer.subscription.updated',
        received_at,
        handled_at,
      },
    });
  await add('old', daysAgo(31), daysAgo(31));
  await add('old and not handled', daysAgo(31), null);
  await add('young', daysAgo(29), daysAgo(29));
  await cleanUpBillingEvents(server.context);
  const left = await prisma.billingEvent.findMany({ select: { id: true }, orderBy: { id: 'asc' } });
  expect(left.map(({ id }) => id)).toEqual(['old and not handled', 'young']);
});
