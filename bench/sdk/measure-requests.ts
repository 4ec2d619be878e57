import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { percentile } from '../percentile.ts';
import type { Customer } from './open-customer.ts';
import { runProbe } from './run-probe.ts';

const SLICE_MS = 100;

/** By case of probe-requests.ts. `ofFetch`: the median of the rounds' ratios to bare fetch. */
export type Requests = Map<string, { ms: number; ofFetch: number }>;

export const measureRequests = async (
  customer: Customer,
  { rounds }: { rounds: number },
): Promise<Requests> => {
  const server = fork(join(import.meta.dirname, 'list-server.ts'));
  const [{ port }] = (await once(server, 'message')) as [{ port: number }];
  const found = runProbe<Record<string, number[]>>(customer, 'probe-requests.ts', {
    args: [`http://127.0.0.1:${port}`, String(rounds), String(SLICE_MS)],
  });
  server.disconnect();
  const bare = found['bare fetch']!;
  return new Map(
    Object.entries(found).map(([name, ms]) => {
      const ratios = ms.map((value, round) => value / bare[round]!);
      return [name, { ms: percentile(ms, 0.5), ofFetch: percentile(ratios, 0.5) }];
    }),
  );
};
