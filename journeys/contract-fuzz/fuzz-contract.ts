import { inspect } from 'node:util';
import { verifyChain, type AuditEntry } from '@field-inspection/evidence';
import { judgeReply } from './judge-reply.ts';
import { learnFrom, resolvePlan, type ResolvedPlan } from './known-things.ts';
import { openFuzzWorld, type FuzzWorld } from './open-fuzz-world.ts';
import { planRequests } from './plan-requests.ts';
import { describeRequest, sendRequest, type Reply } from '../requests/send-request.ts';

export type FuzzRequest = { seed: number; count: number };

export type FuzzRun = {
  faults: string[];
  answers: { name: string; status: number }[];
};

// A run ends after so many faults: more say nothing new.
const MAX_FAULTS = 25;

// SMS go nowhere, so messages fail; no other job may.
const FAULTS_IN_LOG = /undeclared error code|"level":"fatal"|Failed task \d+ \((?!send-message)/;

/**
 * Judges each reply by the contract; then the process, the rows of an organisation that was not asked for, and every
 * chain.
 */
export const fuzzContract = async (request: FuzzRequest): Promise<FuzzRun> => {
  const world = await openFuzzWorld();
  try {
    const before = await world.dumpOther();
    const run: FuzzRun = { faults: [], answers: [] };
    await sendAll(world, run, request).catch((error: unknown) => {
      run.faults.push(`the run could not go on: ${inspect(error)}`);
    });
    run.faults.push(...(await listDamage(world, before)));
    return run;
  } finally {
    await world.close();
  }
};

const sendAll = async (world: FuzzWorld, run: FuzzRun, { seed, count }: FuzzRequest): Promise<void> => {
  let number = 0;
  for (const plan of planRequests(seed, count)) {
    await world.refresh(number);
    number += 1;
    const resolved = resolvePlan(plan, world.things);
    const times = resolved.twice ? 2 : 1;
    const outcomes = await Promise.allSettled(
      Array.from({ length: times }, () => sendRequest(world.server.baseUrl, resolved)),
    );
    for (const outcome of outcomes) {
      const faults = judgeOutcome(world, resolved, outcome);
      const where = `request ${number} of seed ${seed}, ${plan.name}: ${describeRequest(resolved)}`;
      run.faults.push(...faults.map((fault) => `${fault}\n  ${where}`));
      if (outcome.status === 'rejected') continue;
      run.answers.push({ name: resolved.name, status: outcome.value.status });
      learnFrom(world.things, resolved, outcome.value);
    }
    // A missing reply may mean that the server is gone: further requests would say nothing.
    const isLost = outcomes.some(({ status }) => status === 'rejected');
    if (isLost || run.faults.length >= MAX_FAULTS) break;
  }
};

const judgeOutcome = (
  { secrets }: FuzzWorld,
  { method, path }: ResolvedPlan,
  outcome: PromiseSettledResult<Reply>,
): string[] => {
  if (outcome.status === 'rejected') return [`there was no reply: ${String(outcome.reason)}`];
  const reply = outcome.value;
  return judgeReply({ method, path, reply, secrets }).map(
    (fault) => `${fault}: ${reply.status} ${reply.text.slice(0, 500)}`,
  );
};

/** Lists what the requests damaged beyond their replies. */
const listDamage = async (world: FuzzWorld, before: string[]): Promise<string[]> => {
  const ended = await Promise.race([world.server.exited, Promise.resolve(null)]);
  const exit =
    ended === null ? [] : [`the process ended with ${ended}: ${world.server.lines.slice(-5).join('\n')}`];
  const after = await world.dumpOther();
  const lost = before
    .filter((row) => !after.includes(row))
    .map((row) => `a row of the other organisation changed: ${row}`);
  const grown = after
    .filter((row) => !before.includes(row))
    .map((row) => `the other organisation has a new row: ${row}`);
  const logged = world.server.lines
    .filter((line) => FAULTS_IN_LOG.test(line))
    .map((line) => `the log tells: ${line}`);
  return [...exit, ...lost, ...grown, ...logged.slice(0, 5), ...(await listBrokenChains(world))];
};

const listBrokenChains = async ({ context }: FuzzWorld): Promise<string[]> => {
  const rows = await context.database.prisma.auditEntry.findMany({
    select: {
      session_id: true,
      sequence: true,
      kind: true,
      occurred_at: true,
      payload: true,
      prev_hash: true,
      hash: true,
    },
    orderBy: { sequence: 'asc' },
  });
  const broken: string[] = [];
  for (const [sessionId, entries] of Map.groupBy(rows, ({ session_id }) => session_id)) {
    const chain = entries.map(({ session_id: _, ...entry }) => entry) as AuditEntry[];
    const verdict = await verifyChain(chain);
    if (!verdict.valid) broken.push(`the chain of ${sessionId} does not verify: ${JSON.stringify(verdict)}`);
  }
  return broken.concat(rows.length === 0 ? ['there is no chain'] : []);
};
