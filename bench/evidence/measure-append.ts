import type { Context } from '../../apps/server/src/context.ts';
import { appendEntry } from '../../apps/server/src/features/audit/exports/append-entry.ts';
import { judgeAtLeast, medianOf, perSecond, type Finding } from '../harness/figures.ts';
import type { BenchWorld } from '../harness/open-world.ts';
import { inTurn, timeMs } from '../harness/turns.ts';
import { openEvidenceServer } from './open-evidence-server.ts';

const LIMIT_PER_SECOND = 500;
const CALLERS = 16;
const CHAINS = 20;
const ROUNDS = 5;
const ROUND_MS = 3_000;
const WARM_UP_MS = 2_000;

type Load = { organisationId: string; sessionIds: string[]; entriesEach: number };

export const measureAppend = async (world: BenchWorld): Promise<Finding[]> => {
  const { context, client, seed, close } = await openEvidenceServer(world);
  const { organisationId } = seed;
  const ids = await inTurn(CHAINS, async () => (await client.sessions.create({})).id);
  const findings: Finding[] = [];
  for (const [name, sessionIds] of Object.entries({
    'one chain': ids.slice(0, 1),
    [`${CHAINS} chains`]: ids,
  })) {
    for (const [each, entriesEach] of Object.entries({ 'one entry': 1, '10 entries': 10 })) {
      const rate = await measureRate(context, { organisationId, sessionIds, entriesEach });
      const what = `append, ${CALLERS} callers, ${name}, ${each} a transaction, median of ${ROUNDS}`;
      findings.push(judgeAtLeast(what, rate, { least: LIMIT_PER_SECOND, inWords: perSecond }));
    }
  }
  await close();
  return findings;
};

const measureRate = async (context: Context, load: Load): Promise<number> => {
  await appendFor(context, WARM_UP_MS, load);
  const before = await countEntries(context, load);
  let appended = 0;
  const rates = await inTurn(ROUNDS, async () => {
    let entries = 0;
    const tookMs = await timeMs(async () => (entries = await appendFor(context, ROUND_MS, load)));
    appended += entries;
    return entries / (tookMs / 1000);
  });
  const grown = (await countEntries(context, load)) - before;
  if (grown !== appended)
    throw new Error(`${appended} entries were appended, and the chains grew by ${grown}`);
  return medianOf(rates);
};

const appendFor = async (context: Context, forMs: number, load: Load): Promise<number> => {
  const endMs = performance.now() + forMs;
  let transactions = 0;
  const call = async (_: unknown, caller: number): Promise<void> => {
    for (let turn = caller; performance.now() < endMs; turn += CALLERS) {
      await appendOnce(context, load, load.sessionIds[turn % load.sessionIds.length]!);
      transactions += 1;
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, call));
  return transactions * load.entriesEach;
};

const appendOnce = (context: Context, { organisationId, entriesEach }: Load, sessionId: string) =>
  context.transact(async (tx) => {
    for (let index = 0; index < entriesEach; index++) {
      appendEntry(context, tx, {
        organisationId,
        sessionId,
        kind: 'evidence.captured',
        payload: {
          evidence_id: context.ids.next(),
          evidence_kind: 'photo',
          sha256: 'c'.repeat(64),
          byte_size: 4_194_304,
          mime: 'image/jpeg',
          captured_at: tx.now.toISOString(),
          participant_id: sessionId,
        },
        personal: { gps: { lat_e7: 454_583_333, lon_e7: 91_900_000, accuracy_cm: 800 } },
      });
    }
  });

const countEntries = async ({ database }: Context, { sessionIds }: Load): Promise<number> => {
  const where = { session_id: { in: sessionIds } };
  const { _sum } = await database.prisma.auditChain.aggregate({ where, _sum: { head_sequence: true } });
  return _sum.head_sequence ?? 0;
};
