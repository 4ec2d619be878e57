import { verifyWebhook } from '@field-inspection/sdk/webhooks';
import { capOf } from '../../features/webhooks/dispatch/endpoint-concurrency-cap.ts';
import { sweepDeliveries } from '../../features/webhooks/dispatch/sweep-deliveries.job.ts';
import type { Lane, SimulatedWorker } from './simulated-worker.ts';
import { isDelivered, react } from './simulated-receiver.ts';
import type { KnownEndpoint, SeenRequest } from './simulation-history.ts';
import type { Simulation } from './simulation-state.ts';

/** After a kill its leases end, then its jobs are unlocked: virtual times of what is real time in production. */
const LEASE_MS = 15_000;
const UNLOCK_MS = 33_000;

const seenIn = new WeakMap<Lane, SeenRequest>();

/** Idle lanes of a worker take jobs that are due. Returns their names, none when none is due. */
export const startJobs = async (simulation: Simulation, worker: SimulatedWorker): Promise<string[]> => {
  const idle = worker.lanes.filter(({ job }) => !job);
  const jobs = await worker.takeJobs(simulation.choices.between(1, idle.length));
  await Promise.all(jobs.map((job, index) => idle[index]!.start(job)));
  for (const lane of idle.slice(0, jobs.length)) if (lane.exchange) seeRequest(simulation, lane);
  checkCap(simulation);
  return jobs.map(({ name }) => name);
};

/** The receivers answer some of the requests that a worker waits for. */
export const answerSome = async (simulation: Simulation, worker: SimulatedWorker): Promise<string[]> => {
  const { choices, clock } = simulation;
  const busy = busyLanes(worker);
  const answered = busy.slice(0, choices.between(1, busy.length)).map((lane) => {
    const seen = seenIn.get(lane)!;
    const reaction = react(choices, simulation.moods.get(seen.endpoint) ?? 'healthy');
    seen.wasTaken = isDelivered(reaction.outcome);
    return { lane, reaction, name: nameOf(seen) };
  });
  clock.advance(Math.max(...answered.map(({ reaction }) => reaction.takesMs)));
  for (const { lane, reaction } of answered) lane.exchange!.answer(reaction.outcome);
  await Promise.all(answered.map(({ lane }) => lane.done));
  return answered.map(({ name, reaction }) => `${name} ${reaction.word}`);
};

/** A worker process dies: some of its requests were sent, and perhaps taken, the others were not. */
export const killWorker = (simulation: Simulation, worker: SimulatedWorker): string[] => {
  const { choices, clock, context, history, timers } = simulation;
  const nowMs = clock.now().getTime();
  return busyLanes(worker).map((lane) => {
    const seen = seenIn.get(lane)!;
    const job = lane.abandon();
    const wasSent = choices.chance(0.7);
    if (wasSent) {
      const mood = simulation.moods.get(seen.endpoint) ?? 'healthy';
      seen.wasTaken = isDelivered(react(choices, mood).outcome);
    } else {
      history.requests.splice(history.requests.indexOf(seen), 1);
    }
    history.killed.push(seen.deliveryId);
    const { pool } = context.database;
    timers.push(
      {
        atMs: nowMs + LEASE_MS,
        word: `lease of ${nameOf(seen)} ends`,
        run: async () =>
          void (await pool.query(
            `
            update webhook_leases set lease_until = clock_timestamp() - interval '1 second'
            where delivery_id = $1 and attempt = $2
            `,
            [seen.deliveryId, seen.attempt],
          )),
      },
      {
        atMs: nowMs + UNLOCK_MS,
        word: `job of ${nameOf(seen)} is unlocked`,
        run: async () =>
          void (await pool.query(
            'update graphile_worker._private_jobs set locked_at = null, locked_by = null where id = $1',
            [job.id],
          )),
      },
    );
    return `${nameOf(seen)} ${wasSent ? 'sent' : 'unsent'}`;
  });
};

/** What the clock would have started long before now. Counts what it had to rescue. */
export const sweep = async (simulation: Simulation): Promise<number> => {
  const before = await countJobs(simulation);
  await sweepDeliveries.run(simulation.context, {});
  const rescued = (await countJobs(simulation)) - before;
  simulation.history.rescued += rescued;
  return rescued;
};

export const busyLanes = ({ lanes }: SimulatedWorker): Lane[] => lanes.filter(({ exchange }) => exchange);

const nameOf = ({ endpoint, sequence }: SeenRequest): string => `${endpoint.name}#${sequence}`;

const countJobs = async ({ context, tenant }: Simulation): Promise<number> => {
  const { rows } = await context.database.pool.query<{ count: number }>(
    `
    select count(*)::int as count from graphile_worker._private_jobs
    where payload ->> 'organisation_id' = $1
    `,
    [tenant.organisationId],
  );
  return rows[0]!.count;
};

const seeRequest = (simulation: Simulation, lane: Lane): void => {
  const { clock, history } = simulation;
  const { request } = lane.exchange!;
  const body = request.body ?? '';
  const event = JSON.parse(body) as { endpoint: string; sequence: number };
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
  const seen: SeenRequest = {
    deliveryId: (lane.job!.payload as { delivery_id: string }).delivery_id,
    attempt: Number(headers['svc-delivery-attempt']),
    sequence: event.sequence,
    endpoint: history.endpoints.find(({ id }) => id === event.endpoint)!,
    atMs: clock.now().getTime(),
    body,
    headers,
    wasTaken: false,
  };
  history.requests.push(seen);
  seenIn.set(lane, seen);
  history.violations.push(...checkSignatures(seen));
};

/** Every secret that is valid at this instant verifies the request, and no other does. */
const checkSignatures = (seen: SeenRequest): string[] =>
  seen.endpoint.secrets.flatMap(({ secret, validUntilMs }, index) => {
    const isValid = validUntilMs > seen.atMs;
    if (verifies(seen, secret) === isValid) return [];
    return [
      `${nameOf(seen)}: secret ${index} ${isValid ? 'does not verify' : 'verifies, though it is dead'}`,
    ];
  });

const verifies = ({ body, headers, atMs }: SeenRequest, secret: string): boolean => {
  try {
    verifyWebhook({ body, headers, secrets: secret, now: atMs });
    return true;
  } catch {
    return false;
  }
};

const checkCap = ({ context, workers, history }: Simulation): void => {
  const underWay = new Map<KnownEndpoint, number>();
  for (const lane of workers.flatMap(busyLanes)) {
    const { endpoint } = seenIn.get(lane)!;
    underWay.set(endpoint, (underWay.get(endpoint) ?? 0) + 1);
  }
  const cap = capOf(context.config.workerConcurrency);
  for (const [{ name }, count] of underWay) {
    if (count > cap) history.violations.push(`${name} has ${count} attempts under way, not ${cap}`);
  }
};
