import { appendEntry } from '../../apps/server/src/features/audit/exports/append-entry.ts';
import { createSession } from '../../apps/server/src/features/sessions/exports/create-session.ts';
import { seedOrganisation } from '../../apps/server/src/testing/seed-organisation.ts';
import type { Context } from '../../apps/server/src/context.ts';
import { judgeAtLeast, medianOf, perSecond, tell, type Finding } from '../harness/figures.ts';
import type { BenchWorld } from '../harness/open-world.ts';
import { inTurn, timeMs } from '../harness/turns.ts';

const LIMIT_PER_SECOND = 500;
const CALLERS = 16;
const CHAINS = 20;
const ROUNDS = 5;
const ROUND_MS = 3_000;
const WARM_UP_MS = 2_000;

type Chain = { organisationId: string; sessionId: string };

/** Entries a second that are durable in their chains, each chain written by many at once. */
export const measureAppend = async (world: BenchWorld): Promise<Finding[]> => {
  const { context, close } = await world.openDatabase();
  const findings = [await measureCommits(context)];
  for (const chainCount of [1, CHAINS]) {
    const chains = await startChains(context, chainCount);
    for (const entriesEach of [1, 10]) {
      const rate = await measureRate(context, { chains, entriesEach });
      const what = `append, ${CALLERS} callers, ${CHAIN_NAMES[chainCount]}, ${ENTRY_NAMES[entriesEach]}, median of ${ROUNDS}`;
      findings.push(judgeAtLeast(what, rate, { least: LIMIT_PER_SECOND, inWords: perSecond }));
    }
  }
  await close();
  return findings;
};

/**
 * Measures what the disk allows: the lock on a chain is held until its commit is on it, so that one chain, one entry a
 * transaction, can't be faster than commits that follow each other.
 */
const measureCommits = async ({ database: { pool } }: Context): Promise<Finding> => {
  await pool.query('create table bare_commits (number int)');
  const connection = await pool.connect();
  const beganMs = performance.now();
  let commits = 0;
  while (performance.now() - beganMs < ROUND_MS) {
    await connection.query('insert into bare_commits values ($1)', [commits++]);
  }
  const rate = commits / ((performance.now() - beganMs) / 1000);
  connection.release();
  return tell('bare commits of one connection, one after another', perSecond(rate));
};

const CHAIN_NAMES: Record<number, string> = { 1: 'one chain', [CHAINS]: `${CHAINS} chains` };
const ENTRY_NAMES: Record<number, string> = { 1: 'one entry a transaction', 10: '10 entries a transaction' };

const startChains = async (context: Context, count: number): Promise<Chain[]> => {
  const { organisationId, credentialId } = await seedOrganisation(context);
  const operator = {
    organisationId,
    credentialId,
    memberId: null,
    address: '127.0.0.1',
    neededScopes: [],
    operatorEmail: 'operator@example.com',
    organisationLocale: 'en',
    organisationTimeZone: 'UTC',
  };
  return inTurn(count, async () => {
    const { id } = await context.transact(async (tx) => createSession(context, tx, { operator, body: {} }));
    return { organisationId, sessionId: id };
  });
};

const measureRate = async (
  context: Context,
  load: { chains: Chain[]; entriesEach: number },
): Promise<number> => {
  await appendFor(context, WARM_UP_MS, load);
  const before = await countEntries(context, load.chains);
  let appended = 0;
  const rates = await inTurn(ROUNDS, async () => {
    let entries = 0;
    const tookMs = await timeMs(async () => (entries = await appendFor(context, ROUND_MS, load)));
    appended += entries;
    return entries / (tookMs / 1000);
  });
  const grown = (await countEntries(context, load.chains)) - before;
  if (grown !== appended)
    throw new Error(`${appended} entries were appended, and the chains grew by ${grown}`);
  return medianOf(rates);
};

/** How many entries were committed. */
const appendFor = async (
  context: Context,
  forMs: number,
  { chains, entriesEach }: { chains: Chain[]; entriesEach: number },
): Promise<number> => {
  const endMs = performance.now() + forMs;
  let transactions = 0;
  const call = async (_: unknown, caller: number): Promise<void> => {
    for (let turn = caller; performance.now() < endMs; turn += CALLERS) {
      await appendOnce(context, chains[turn % chains.length]!, entriesEach);
      transactions += 1;
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, call));
  return transactions * entriesEach;
};

/** Appends what a photo with a place adds to its chain: the longest of the entries. */
const appendOnce = (context: Context, chain: Chain, entries: number): Promise<void> =>
  context.transact(async (tx) => {
    for (let index = 0; index < entries; index++) {
      appendEntry(context, tx, {
        ...chain,
        kind: 'evidence.captured',
        payload: {
          evidence_id: context.ids.next(),
          evidence_kind: 'photo',
          sha256: 'c'.repeat(64),
          byte_size: 4_194_304,
          mime: 'image/jpeg',
          captured_at: tx.now.toISOString(),
          participant_id: chain.sessionId,
        },
        personal: { gps: { lat_e7: 454_583_333, lon_e7: 91_900_000, accuracy_cm: 800 } },
      });
    }
  });

const countEntries = async ({ database }: Context, chains: Chain[]): Promise<number> => {
  const { _sum } = await database.prisma.auditChain.aggregate({
    where: { session_id: { in: chains.map(({ sessionId }) => sessionId) } },
    _sum: { head_sequence: true },
  });
  return _sum.head_sequence ?? 0;
};
