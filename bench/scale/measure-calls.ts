import { FieldInspection } from '@field-inspection/sdk';
import { PUBLIC_ROOT } from '../../packages/contract/src/laws/roots.ts';
import { sumOf } from '../harness/figures.ts';
import { inTurn } from '../harness/turns.ts';
import { composeRequest } from '../load/connection.ts';
import { repeatFor, sendLoad, type Phase } from '../load/send-load.ts';
import type { Tenant } from '../stage/move-in.ts';

export type Served = { baseUrl: string };

/** Over all processes together, so that each has the same in sum. */
const AT_ONCE = 64;
const WARM_UP_SECONDS = 3;

export const measureCallsOf = async (
  servers: readonly Served[],
  { tenants, seconds }: { tenants: readonly Tenant[]; seconds: number },
): Promise<{ reads: Phase; writes: Phase }> => {
  const sessions = await inTurn(tenants.length, (turn) =>
    new FieldInspection({ baseUrl: servers[0]!.baseUrl, apiKey: tenants[turn]!.apiKey }).sessions.create(),
  );
  const reads = sessions.map(({ id }, turn) =>
    composeRequest({ method: 'GET', path: `${PUBLIC_ROOT}/sessions/${id}`, token: tenants[turn]!.apiKey }),
  );
  const readFor = (time: number) => onAll(servers, { wanted: 200, nextOf: () => repeatFor(reads, time) });
  const writeFor = (time: number) =>
    onAll(servers, {
      wanted: 201,
      nextOf: () => {
        const endMs = performance.now() + 1000 * time;
        let turn = 0;
        return () =>
          performance.now() < endMs ? createSession(tenants[turn++ % tenants.length]!) : undefined;
      },
    });
  await readFor(WARM_UP_SECONDS);
  await writeFor(WARM_UP_SECONDS);
  return { reads: await readFor(seconds), writes: await writeFor(seconds) };
};

/** Each request has an Idempotency-Key of its own. */
const createSession = ({ apiKey }: Tenant): Buffer =>
  composeRequest({ method: 'POST', path: `${PUBLIC_ROOT}/sessions`, token: apiKey, body: {} });

const onAll = async (
  servers: readonly Served[],
  { wanted, nextOf }: { wanted: number; nextOf: () => () => Buffer | undefined },
): Promise<Phase> => {
  const atOnce = AT_ONCE / servers.length;
  const phases = await Promise.all(
    servers.map(({ baseUrl }) => sendLoad(baseUrl, { atOnce, wanted, next: nextOf() })),
  );
  const highest = (pick: (phase: Phase) => number) => Math.max(...phases.map(pick));
  return {
    calls: sumOf(phases.map(({ calls }) => calls)),
    perSecond: sumOf(phases.map((phase) => phase.perSecond)),
    p50Ms: highest(({ p50Ms }) => p50Ms),
    p99Ms: highest(({ p99Ms }) => p99Ms),
  };
};
