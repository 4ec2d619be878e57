import { setTimeout as sleep } from 'node:timers/promises';
import type { SpawnedServer } from '@field-inspection/server/testing/spawn-server';

export const readReadiness = async ({ baseUrl }: Pick<SpawnedServer, 'baseUrl'>) => {
  const response = await fetch(`${baseUrl}/readyz`);
  return { status: response.status, words: (await response.text()).trim().split('\n').slice(1) };
};

export const timeUntil = async (
  holds: () => boolean | Promise<boolean>,
  giveUpMs = GIVE_UP_MS,
): Promise<number> => {
  const begun = performance.now();
  while (!(await holds())) {
    if (performance.now() - begun > giveUpMs) throw new Error(`not after ${giveUpMs / 1000} s: ${holds}`);
    await sleep(50);
  }
  return Math.round(performance.now() - begun);
};

/** Guard against hanging, no goal. */
const GIVE_UP_MS = 180_000;
