import { randomUUID } from 'node:crypto';
import { publishTestEvent } from '../../apps/server/src/testing/publish-test-event.ts';
import { joinByLink } from '../../apps/server/src/testing/join-by-link.ts';
import { PUBLIC_ROOT } from '../../packages/contract/src/laws/roots.ts';
import { takeArrivals, type Receiver } from '../harness/start-receiver.ts';
import { atTimes, monotonicMs } from '../harness/turns.ts';
import { callService } from './attack/call-service.ts';
import type { Neighbour, Stage } from './open-stage.ts';

export const KINDS = ['GET', 'POST', 'join', 'webhook'] as const;
export type Kind = (typeof KINDS)[number];

/** How long each took, and what did not end as it should have. */
export type Work = { tookMs: Record<Kind, number[]>; failures: string[] };

/** Calls of all neighbours together. With the POST that makes a join's invite, each of 49 makes some 40 calls a minute. */
const PER_SECOND: Record<Kind, number> = { GET: 20, POST: 8, join: 4, webhook: 20 };
/** Has no divisor in common with 49: each neighbour has its turn, and none is over its limit of 60 a minute. */
const STRIDE = 10;
/** A webhook that has not arrived by then counts as arrived then. */
const PATIENCE_MS = 15_000;

/** Lets the neighbours work for so many seconds, each act at its time whether those before it are done or not. */
export const workSteadily = async (stage: Stage, receiver: Receiver, seconds: number): Promise<Work> => {
  await receiver.take();
  const work: Work = { tookMs: { GET: [], POST: [], join: [], webhook: [] }, failures: [] };
  const committedMs = new Map<string, number>();
  const acts: Record<Kind, (neighbour: Neighbour) => Promise<void>> = {
    GET: (neighbour) => getSession(stage, work, neighbour),
    POST: (neighbour) => postSession(stage, work, neighbour),
    join: (neighbour) => invite(stage, work, neighbour),
    webhook: async ({ organisationId }) => {
      const id = await publishTestEvent(stage.context, organisationId);
      committedMs.set(id, monotonicMs());
    },
  };
  await Promise.all(
    KINDS.map((kind) =>
      atTimes({ perSecond: PER_SECOND[kind], seconds }, (turn) => {
        const neighbour = stage.neighbours[(turn * STRIDE + KINDS.indexOf(kind)) % stage.neighbours.length]!;
        return acts[kind](neighbour).catch(
          (error: unknown) => void work.failures.push(`${kind} ${String(error)}`),
        );
      }),
    ),
  );
  const dataIds = new Set(committedMs.keys());
  const arrivedMs = await takeArrivals(receiver, { dataIds, patienceMs: PATIENCE_MS });
  work.tookMs.webhook = [...committedMs].map(
    ([id, atMs]) => (arrivedMs.get(id) ?? atMs + PATIENCE_MS) - atMs,
  );
  return work;
};

const time = async <Reply extends { status: number }>(
  work: Work,
  { kind, wanted }: { kind: Kind; wanted: number },
  call: () => Promise<Reply>,
): Promise<Reply> => {
  const beganMs = monotonicMs();
  const reply = await call();
  work.tookMs[kind].push(monotonicMs() - beganMs);
  if (reply.status !== wanted) work.failures.push(`${kind} ${reply.status}`);
  return reply;
};

const ADDRESS = '10.8.0.1';

const getSession = async (
  { baseUrl }: Stage,
  work: Work,
  { apiKey, sessionId }: Neighbour,
): Promise<void> => {
  const path = `${PUBLIC_ROOT}/sessions/${sessionId}`;
  const call = { method: 'GET', path, token: apiKey, address: ADDRESS };
  await time(work, { kind: 'GET', wanted: 200 }, () => callService(baseUrl, call));
};

const post = <Body>(
  { baseUrl }: Stage,
  work: Work,
  { apiKey, path, body }: { apiKey: string; path: string; body: object },
) =>
  time(work, { kind: 'POST', wanted: 201 }, () =>
    callService<Body>(baseUrl, {
      method: 'POST',
      path: PUBLIC_ROOT + path,
      token: apiKey,
      address: ADDRESS,
      headers: { 'idempotency-key': randomUUID() },
      body,
    }),
  );

const postSession = async (stage: Stage, work: Work, { apiKey }: Neighbour): Promise<void> => {
  await post(stage, work, { apiKey, path: '/sessions', body: { notes: 'Roof' } });
};

let people = 0;

/** An invite with a code, and the join by it: only that is a join, the invite is a POST. */
const invite = async (stage: Stage, work: Work, { apiKey, sessionId }: Neighbour): Promise<void> => {
  const body = { recipient_email: `field${++people}@example.com` };
  const path = `/sessions/${sessionId}/participants`;
  const asked = { apiKey, path, body };
  const { body: made } = await post<{ join_url: string; otp_code: string }>(stage, work, asked);
  if (!made.join_url) return;
  await time(work, { kind: 'join', wanted: 200 }, () =>
    joinByLink(made.join_url, { code: made.otp_code, address: ADDRESS }),
  );
};
