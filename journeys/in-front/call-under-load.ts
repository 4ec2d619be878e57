import type { FrontedWorld, OpenFront } from './open-fronted-world.ts';

const CALLERS_OF_FRONT = 4;

export type Called = { ok: boolean; tries: number; what: string };

/** Writes and reads follow each other without a rest, through each proxy. */
export const callUnderLoad = (world: FrontedWorld) => {
  const outcomes: Called[] = [];
  let [number, isStopping] = [0, false];
  const ask = async ({ name, fetch, url }: OpenFront, method: 'GET' | 'POST', key: string) => {
    const headers = { authorization: `Bearer ${world.seed.apiKey}`, 'content-type': 'application/json' };
    const write = { body: '{}', headers: { ...headers, 'idempotency-key': key } };
    try {
      const reply = await fetch(`${url}/api/v1/public/sessions`, {
        method,
        headers,
        ...(method === 'POST' ? write : {}),
      });
      const text = await reply.text();
      return {
        status: reply.status,
        what: `${method} through ${name}: ${reply.status} ${text.slice(0, 300)}`,
      };
    } catch (error) {
      return { status: 0, what: `${method} through ${name}: ${String((error as Error).cause ?? error)}` };
    }
  };
  /** As the SDK does: after a 503, or on a connection that ended, it is asked once more, under the same key. */
  const call = async (front: OpenFront, method: 'GET' | 'POST', status: number): Promise<void> => {
    const key = `load ${number++}`;
    const first = await ask(front, method, key);
    const last = [0, 503].includes(first.status) ? await ask(front, method, key) : first;
    const what = last === first ? first.what : `${first.what}, then ${last.what}`;
    outcomes.push({ ok: last.status === status, tries: last === first ? 1 : 2, what });
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
