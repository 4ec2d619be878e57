import { createHash } from 'node:crypto';
import { verifyChain, type AuditEntry } from '@field-inspection/evidence';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openAnchorWorld, type AnchorWorld } from '../../testing/open-anchor-world.ts';
import { runDueJobs } from '../../testing/run-due-jobs.ts';
import { anchorChain } from './anchor-head.job.ts';

let world: AnchorWorld;
beforeAll(async () => {
  world = await openAnchorWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.startSession();
  await world.endSession();
  await world.freeze();
});

const listAddenda = async () => {
  const { session_id } = world.keyOf('');
  return (await world.server.client.evidence.listAddenda(session_id)).data as unknown as AuditEntry[];
};
const anchor = ({ url }: { url: string }) => anchorChain.run(world.server.context, world.keyOf(url));

describe('recordToken', () => {
  it('writes no addendum for a token that came in time for the first report', async () => {
    world.server.clock.advance(59_999);
    await anchor(world.good);
    expect(await listAddenda()).toEqual([]);
  });

  it('writes an addendum for a token of the frozen head that came later, and the head stays', async () => {
    const { audit_chain_hash } = await world.summarize();
    await anchor(world.other);
    world.server.clock.advance(60_000);
    await anchor(world.good);
    await anchor(world.good);
    const { gen_time, serial, token } = await world.readRow(world.good.url);
    const entries = await listAddenda();
    expect(entries).toMatchObject([
      {
        sequence: 1,
        kind: 'anchor.received',
        prev_hash: audit_chain_hash,
        payload: {
          authority: world.good.url,
          gen_time: gen_time!.toISOString(),
          serial,
          sha256: createHash('sha256').update(token!).digest('hex'),
        },
      },
    ]);
    expect((await verifyChain(entries, { genesis: audit_chain_hash! })).valid).toBe(true);
    expect((await world.summarize()).audit_chain_hash).toBe(audit_chain_hash);
    expect(await world.listEvents()).toHaveLength(2);
  });

  it('has the addenda of a late token anchored, and ends there', async () => {
    world.server.clock.advance(60_000);
    await anchor(world.good);
    await runDueJobs(world.server.context);
    world.server.clock.advance(60_000);
    await runDueJobs(world.server.context);
    const { addenda } = await world.summarize();
    expect([addenda.length, addenda.anchors.map(({ status }) => status)]).toEqual([
      1,
      ['anchored', 'anchored'],
    ]);
  });
});
