import { setTimeout as sleep } from 'node:timers/promises';
import { runSweeps } from '@field-inspection/server/testing/run-sweeps';
import { awaitQuiet } from './await-quiet.ts';
import { injectFaults } from './inject-faults.ts';
import { checkInvariants } from './invariants/check-invariants.ts';
import type { Finding } from './invariants/finding.ts';
import type { Ledger } from './ledger.ts';
import { openSoakWorld, type SoakWorld } from './open-soak-world.ts';
import { registerEndpoint, type Endpoint } from './traffic/register-endpoint.ts';
import { tellInspection } from './traffic/tell-inspection.ts';
import { useAndRevokeKey } from './traffic/use-and-revoke-key.ts';

/** `faults`: the least number of faults, however slow the machine is. */
export type SoakPlan = { seed: number; seconds: number; pauseMs: number; faults: number };

export type SoakRun = {
  ledger: Ledger;
  findings: Finding[];
  deliveries: { arrived: number; events: number };
};

const LANES = 4;
/** Longest pause of a person between two inspections: without it the load itself would be the fault. */
const THINK_MS = 600;
const MAX_ENDPOINTS = 12;
/** Traffic without faults at the end, in which nothing may be refused. */
const CALM_MS = 3_000;

export const runSoak = async ({ seed, seconds, pauseMs, faults }: SoakPlan): Promise<SoakRun> => {
  const world = await openSoakWorld(seed);
  const endpoints: Endpoint[] = [];
  const traffic = { goesOn: true };
  let findings: Finding[];
  try {
    const working = Promise.all(
      Array.from({ length: LANES }, (_, lane) => work(world, { lane, traffic, endpoints })),
    );
    await injectFaults(world, { until: Date.now() + seconds * 1000, pauseMs, atLeast: faults });
    await sleep(CALM_MS);
    traffic.goesOn = false;
    await working;
    world.receiver.become('well');
    await awaitQuiet(world);
    // The sweeps of later days turn an upload whose last reply was lost into evidence.
    const strayObjects = await runSweeps(world);
    await awaitQuiet(world);
    findings = await checkInvariants(world, { endpoints, strayObjects });
  } finally {
    await world.close();
  }
  findings.push(listSurvivors(world));
  const { arrivals } = world.receiver;
  const ids = new Set(arrivals.map(({ path, headers }) => `${path} ${String(headers['svc-event-id'])}`));
  return { ledger: world.ledger, findings, deliveries: { arrived: arrivals.length, events: ids.size } };
};

const work = async (
  world: SoakWorld,
  { lane, traffic, endpoints }: { lane: number; traffic: { goesOn: boolean }; endpoints: Endpoint[] },
): Promise<void> => {
  const sender = { ...world, dice: world.dice.fork() };
  const organisation = world.organisations[lane % world.organisations.length]!;
  for (let story = 0; traffic.goesOn; story++) {
    const mark = `soak-${lane}-${story}`;
    try {
      if (story === 0 || (sender.dice.chance(5) && endpoints.length < MAX_ENDPOINTS)) {
        const endpoint = await registerEndpoint(sender, world, { organisation, mark: `${mark}-hook` });
        if (endpoint) endpoints.push(endpoint);
      }
      if (sender.dice.chance(10)) await useAndRevokeKey(sender, world, { organisation, mark: `${mark}-key` });
      await tellInspection(sender, organisation, mark);
      await sleep(sender.dice.below(THINK_MS));
    } catch (error) {
      world.ledger.surprises.push(`${mark}: ${String(error)}`);
    }
  }
};

const listSurvivors = ({ processes }: SoakWorld): Finding => {
  const pids = processes.all.flatMap((process) => process.pids);
  const alive = pids.filter((pid) => {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  });
  return {
    name: 'no process is left',
    checked: pids.length,
    faults: alive.map((pid) => `process ${pid} lives`),
  };
};
