import type { FrontedWorld, OpenFront } from './open-fronted-world.ts';

const CALLERS_OF_FRONT = 4;

export type Called = { ok: boolean; what: string };

/** Writes and reads follow each other without a rest, through each proxy, and none is tried again. */
export const callUnderLoad = (world: FrontedWorld) => {
  const outcomes: Called[] = [];
  let [number, isStopping] = [0, false];
  const call = async (
    { name, fetch, url }: OpenFront,
    method: 'GET' | 'POST',
    status: number,
  ): Promise<void> => {
    const headers = { authorization: `Bearer ${world.seed.apiKey}`, 'content-type': 'application/json' };
    const write = { body: '{}', headers: { ...headers, 'idempotency-key': `load ${number++}` } };
    const what = `${method} through ${name}`;
    try {
      const reply = await fetch(`${url}/api/v1/public/sessions`, {
        method,
        headers,
        ...(method === 'POST' ? write : {}),
      });
      const text = await reply.text();
      outcomes.push({ ok: reply.status === status, what: `${what}: ${reply.status} ${text.slice(0, 200)}` });
    } catch (error) {
      outcomes.push({ ok: false, what: `${what}: ${String((error as Error).cause ?? error)}` });
    }
  };
  const caller = async (front: OpenFront): Promise<void> => {
    while (!isStopping) {
      await call(front, 'POST', 201);
      await call(front, 'GET', 200);
    }
  };
  const callers = world
    .fronts()
    .flatMap((front) => Array.from({ length: CALLERS_OF_FRONT }, () => caller(front)));
  return {
    stop: async (): Promise<Called[]> => {
      isStopping = true;
      await Promise.all(callers);
      return outcomes;
    },
  };
};
