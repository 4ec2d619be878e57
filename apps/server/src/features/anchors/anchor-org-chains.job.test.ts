import { verifyTimestamp } from '@field-inspection/evidence';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openAnchorWorld, type AnchorWorld } from '../../testing/open-anchor-world.ts';
import { runDueJobs } from '../../testing/run-due-jobs.ts';
import { appendOrgEntry } from '../audit/exports/append-entry.ts';
import { anchorOrgChains } from './anchor-org-chains.job.ts';

let world: AnchorWorld;
beforeAll(async () => {
  world = await openAnchorWorld();
});
afterAll(() => world.close());

const append = () =>
  world.server.context.transact(async (tx) => {
    const { organisationId } = world.server.seed;
    appendOrgEntry(world.server.context, tx, {
      organisationId,
      kind: 'member.added',
      payload: { host: true },
    });
  });
const readHead = () => world.server.client.org.getAuditHead();
const day = async () => {
  await anchorOrgChains.run(world.server.context, {});
  await runDueJobs(world.server.context);
};

it('anchors the head of a chain that grew, at every authority, and asks nobody when it did not', async () => {
  expect(await readHead()).toEqual({ head: null, length: 0, anchors: [] });
  await append();
  await append();
  await day();
  const { head, length, anchors } = await readHead();
  expect(length).toBe(2);
  expect(anchors.map(({ authority, status, sequence }) => [authority, status, sequence])).toEqual(
    [world.good.url, world.other.url].sort().map((url) => [url, 'anchored', 2]),
  );
  for (const { authority, token } of anchors) {
    const verdict = await verifyTimestamp(Uint8Array.from(Buffer.from(token!, 'base64')), {
      digest: Uint8Array.from(Buffer.from(head!, 'hex')),
      roots: [world.good, world.other].filter(({ url }) => url === authority).map(({ root }) => root),
      now: world.server.clock.now(),
    });
    expect(verdict.valid).toBe(true);
  }
  await day();
  expect((await readHead()).anchors).toEqual(anchors);
});

it('what an authority owes for an earlier head gives way to the next day, and two runs at once ask once', async () => {
  world.other.answer('an error');
  await append();
  await day();
  await append();
  await Promise.all([
    anchorOrgChains.run(world.server.context, {}),
    anchorOrgChains.run(world.server.context, {}),
  ]);
  const { organisationId } = world.server.seed;
  const rows = await world.server.context.database.prisma.orgAnchor.findMany({
    where: { organisation_id: organisationId, status: 'pending' },
  });
  expect(rows.map(({ sequence }) => sequence)).toEqual([4, 4]);
  expect((await readHead()).length).toBe(4);
});
