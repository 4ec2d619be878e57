import type { Context } from '../../context.ts';
import type { History, KnownEndpoint, SeenRequest } from './simulation-history.ts';

type Delivery = Awaited<ReturnType<typeof readDeliveries>>[number];

export const checkHistory = async (
  context: Pick<Context, 'config' | 'database'>,
  organisationId: string,
  history: History,
): Promise<string[]> => {
  const deliveries = await readDeliveries(context, organisationId);
  const queued = await context.database.prisma.queuedDelivery.count({
    where: { organisation_id: organisationId },
  });
  const open = deliveries.filter(({ next_attempt_at }) => next_attempt_at !== null).length;
  const delaysMs = context.config.webhookRetryDelaysMs;
  return [
    ...history.violations,
    ...history.endpoints.flatMap((endpoint) => checkSequence(endpoint, deliveries)),
    ...deliveries.flatMap((delivery) => {
      const requests = history.requests.filter(({ deliveryId }) => deliveryId === delivery.id);
      const kills = history.killed.filter((id) => id === delivery.id).length;
      return [
        ...checkEnd(delivery, requests, delaysMs.length + 1),
        ...checkQueue(delivery),
        ...checkTimes(delivery, delaysMs),
        ...checkRequests(delivery, requests, kills),
      ].map((problem) => `${nameOf(delivery, history)}: ${problem}`);
    }),
    ...(queued === open ? [] : [`${queued} deliveries are queued, but ${open} are to be sent`]),
    ...(history.rescued > 0 && history.killed.length === 0
      ? [`${history.rescued} deliveries were lost without a kill, and found by the sweep`]
      : []),
  ];
};

const readDeliveries = async ({ database }: Pick<Context, 'database'>, organisationId: string) => {
  const where = { organisation_id: organisationId };
  const deliveries = await database.prisma.webhookDelivery.findMany({
    where,
    include: { endpoint: true },
    orderBy: [{ endpoint_id: 'asc' }, { sequence: 'asc' }],
  });
  const ended = await database.prisma.webhookAttempt.findMany({ where, orderBy: { number: 'asc' } });
  const queue = await database.prisma.queuedDelivery.findMany({ where });
  const underWay = await database.prisma.leasedAttempt.findMany({ where });
  return deliveries.map((delivery) => ({
    ...delivery,
    queued: queue.find(({ delivery_id }) => delivery_id === delivery.id),
    attempts: [
      ...ended.filter(({ delivery_id }) => delivery_id === delivery.id),
      ...underWay
        .filter(({ delivery_id }) => delivery_id === delivery.id)
        .map(({ attempt, started_at }) => ({
          number: attempt,
          started_at,
          outcome: 'in_progress',
          finished_at: null,
        })),
    ],
  }));
};

const nameOf = (delivery: Delivery, { endpoints }: History): string =>
  `${endpoints.find(({ id }) => id === delivery.endpoint_id)?.name}#${delivery.sequence}`;

const checkSequence = ({ id, name, expected }: KnownEndpoint, deliveries: Delivery[]): string[] => {
  const sequences = deliveries
    .filter(({ endpoint_id }) => endpoint_id === id)
    .map(({ sequence }) => Number(sequence));
  const wanted = Array.from({ length: expected }, (_, index) => index + 1);
  return sequences.join() === wanted.join() ? [] : [`${name} has ${sequences.join()}, not 1 to ${expected}`];
};

/** A delivery ends delivered or dropped, or waits for a paused endpoint. */
const checkEnd = (delivery: Delivery, requests: SeenRequest[], maxFailures: number): string[] => {
  const { status, failure_count, endpoint, queued } = delivery;
  if (status === 'delivered') {
    return requests.some(({ wasTaken }) => wasTaken) ? [] : ['is delivered, but no receiver took it'];
  }
  if (status === 'dropped') {
    const isRight = failure_count === maxFailures || endpoint.deleted_at !== null;
    return isRight ? [] : [`was dropped after ${failure_count} failures`];
  }
  if (endpoint.active) return [`is ${status} in the end, though its endpoint is active`];
  return queued ? [] : ['waits for its paused endpoint, but is not queued'];
};

/** Every delivery that is still to be sent, at its time. */
const checkQueue = ({ queued, next_attempt_at }: Delivery): string[] =>
  queued?.due_at.getTime() === next_attempt_at?.getTime()
    ? []
    : [`is due ${next_attempt_at?.toISOString()}, but queued for ${queued?.due_at.toISOString()}`];

/** The delay of its step lies between a failure and the next attempt. */
const checkTimes = ({ attempts, created_at }: Delivery, delaysMs: readonly number[]): string[] => {
  const problems: string[] = [];
  let failures = 0;
  let earliest = created_at.getTime();
  for (const [index, { number, outcome, started_at, finished_at }] of attempts.entries()) {
    if (number !== index + 1) problems.push(`attempt ${index + 1} has the number ${number}`);
    if (started_at.getTime() < earliest) problems.push(`attempt ${number} is early`);
    if (outcome === 'in_progress' && index < attempts.length - 1)
      problems.push(`attempt ${number} has no end`);
    if (outcome !== 'failed') continue;
    earliest = finished_at!.getTime() + (delaysMs[failures] ?? 0);
    failures += 1;
  }
  return problems;
};

/** An attempt sends once, always the same bytes; only a kill makes a receiver get the same again. */
const checkRequests = (delivery: Delivery, requests: SeenRequest[], kills: number): string[] => {
  const problems: string[] = [];
  if (requests.length > delivery.attempts.length) {
    problems.push(`${requests.length} requests of ${delivery.attempts.length} attempts`);
  }
  if (requests.length < delivery.attempts.length - kills) {
    problems.push(
      `only ${requests.length} requests of ${delivery.attempts.length} attempts and ${kills} kills`,
    );
  }
  if (new Set(requests.map(({ attempt }) => attempt)).size !== requests.length) {
    problems.push('an attempt was sent twice');
  }
  if (new Set(requests.map(({ body }) => body)).size > 1) problems.push('the bytes changed');
  if (requests.some(({ sequence }) => sequence !== Number(delivery.sequence))) {
    problems.push('the receiver was told another sequence');
  }
  const duplicates = requests.filter(({ wasTaken }) => wasTaken).length - 1;
  if (duplicates > kills) problems.push(`${duplicates} duplicates after ${kills} kills`);
  return problems;
};
