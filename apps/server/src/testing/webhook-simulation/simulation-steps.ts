import { verifyWebhook } from '@field-inspection/sdk/webhooks';
import { capOf } from '../../features/webhooks/dispatch/claim-attempts.ts';
import { endLostAttempts } from '../../features/webhooks/dispatch/end-lost-attempts.ts';
import { sweepDeliveries } from '../../features/webhooks/dispatch/sweep-deliveries.job.ts';
import type { Lane, SimulatedWorker } from './simulated-worker.ts';
import { isDelivered, react } from './simulated-receiver.ts';
import type { KnownEndpoint, SeenRequest } from './simulation-history.ts';
import type { Simulation } from './simulation-state.ts';

/** Virtual time until the leases of a killed worker end, for the real time of production. */
const LEASE_MS = 15_000;

const seenIn = new WeakMap<Lane, SeenRequest>();

/** Returns the names of the attempts, none when nothing is due. */
export const startAttempts = async (simulation: Simulation, worker: SimulatedWorker): Promise<string[]> => {
  const ran = await worker.runJobs();
  if (ran.length > 0) await simulation.tenant.expectTold();
  const idle = worker.lanes.filter(({ attempt }) => !attempt);
  const attempts = await worker.claim(simulation.choices.between(1, idle.length));
  await Promise.all(attempts.map((attempt, index) => idle[index]!.start(attempt)));
  const started = idle.slice(0, attempts.length);
  for (const lane of started) if (lane.exchange) seeRequest(simulation, lane);
  checkCap(simulation);
  return [...ran, ...started.map((lane) => nameOf(seenIn.get(lane)!))];
};

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

/** A killed worker has sent some of its requests, which perhaps were taken, and others not. */
export const killWorker = (simulation: Simulation, worker: SimulatedWorker): string[] => {
  const { choices, clock, context, history, timers } = simulation;
  const nowMs = clock.now().getTime();
  return busyLanes(worker).map((lane) => {
    const seen = seenIn.get(lane)!;
    lane.abandon();
    const wasSent = choices.chance(0.7);
    if (wasSent) {
      const mood = simulation.moods.get(seen.endpoint) ?? 'healthy';
      seen.wasTaken = isDelivered(react(choices, mood).outcome);
    } else {
      history.requests.splice(history.requests.indexOf(seen), 1);
    }
    history.killed.push(seen.deliveryId);
    timers.push({
      atMs: nowMs + LEASE_MS,
      word: `lease of ${nameOf(seen)} ends`,
      run: async () => {
        await context.database.pool.query(
          `
          update webhook_leased_attempts set lease_until = clock_timestamp() - interval '1 second'
          where delivery_id = $1 and attempt = $2
          `,
          [seen.deliveryId, seen.attempt],
        );
        await endLostAttempts(context);
      },
    });
    return `${nameOf(seen)} ${wasSent ? 'sent' : 'unsent'}`;
  });
};

/** As the clock would have started it long before. Counts the wakes that it replaced. */
export const sweep = async (simulation: Simulation): Promise<number> => {
  const before = await countWakes(simulation);
  await sweepDeliveries.run(simulation.context, {});
  const rescued = (await countWakes(simulation)) - before;
  simulation.history.rescued += rescued;
  return rescued;
};

export const busyLanes = ({ lanes }: SimulatedWorker): Lane[] => lanes.filter(({ exchange }) => exchange);

const nameOf = ({ endpoint, sequence }: SeenRequest): string => `${endpoint.name}#${sequence}`;

const countWakes = ({ context, tenant }: Simulation): Promise<number> =>
  context.database.prisma.dueEndpoint.count({ where: { organisation_id: tenant.organisationId } });

const seeRequest = (simulation: Simulation, lane: Lane): void => {
  const { clock, history } = simulation;
  const { request } = lane.exchange!;
  const body = request.body ?? '';
  const event = JSON.parse(body) as { endpoint: string; sequence: number };
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
  const seen: SeenRequest = {
    deliveryId: lane.attempt!.delivery_id,
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
