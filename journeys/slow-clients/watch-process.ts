import { readdirSync, readFileSync } from 'node:fs';
import type { SpawnedServer } from '@field-inspection/server/testing/spawn-server';

/** What a process holds, as Linux counts it. */
export const watchProcess = ({ pid }: SpawnedServer) => ({
  countDescriptors: (): number => readdirSync(`/proc/${pid}/fd`).length,
  residentMiB: (): number =>
    Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024,
});

/** Asks as an honest client would, one request after the other, until it is told to stop. */
export const keepAsking = (baseUrl: string, apiKey: string) => {
  const statuses: number[] = [];
  let slowestMs = 0;
  let isOver = false;
  const asking = (async () => {
    while (!isOver) {
      const begun = performance.now();
      const response = await fetch(`${baseUrl}/api/v1/public/sessions?limit=1`, {
        headers: { authorization: `Bearer ${apiKey}` },
      });
      await response.arrayBuffer();
      statuses.push(response.status);
      slowestMs = Math.max(slowestMs, performance.now() - begun);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  })();
  return {
    stop: async () => {
      isOver = true;
      await asking;
      return { statuses, slowestMs: Math.round(slowestMs) };
    },
  };
};
