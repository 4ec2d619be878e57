import { readdirSync, readFileSync } from 'node:fs';
import { FieldInspection } from '@field-inspection/sdk';
import { joinSession } from '@field-inspection/server/testing/join-session';
import { openProcessWorld } from '@field-inspection/server/testing/open-process-world';
import { takeNoisyPhoto } from '@field-inspection/server/testing/take-noisy-photo';
import { expect, vi } from 'vitest';
import type { SpawnedServer } from '@field-inspection/server/testing/spawn-server';
import { openSlowClients, type Slowness } from './open-slow-clients.ts';

export type SlowWorld = Awaited<ReturnType<typeof openSlowWorld>>;

/** The longest case, a reply that nobody reads, takes four minutes; twice that on a loaded machine. */
const PATIENCE = { timeout: 600_000, interval: 500 };
/** Further descriptors that the honest client and the database's pool may hold. */
const DESCRIPTORS_MAX = 20;

/** The server runs in its own process. */
export const openSlowWorld = async () => {
  const world = await openProcessWorld();
  const server = await world.spawn('api');
  const { apiKey } = world.seed;
  const sitOutAlone = async (count: number, beSlow: Slowness) => {
    const held = watchProcess(server);
    const [descriptors, residentMiB] = [held.countDescriptors(), held.residentMiB()];
    const honest = keepAsking(server.baseUrl, apiKey);
    const begun = performance.now();
    const clients = await openSlowClients(server.baseUrl, count, beSlow);
    // A client that reads nothing does not see that it was cut off; the server's descriptors tell it of all.
    const countHeld = () => held.countDescriptors() - descriptors;
    await vi.waitFor(() => expect(countHeld()).toBeGreaterThanOrEqual(count), PATIENCE);
    const residentMax = held.residentMiB();
    await vi.waitFor(() => expect(countHeld()).toBeLessThan(DESCRIPTORS_MAX), PATIENCE);
    if (clients.areReading) await vi.waitFor(() => expect(clients.countOpen()).toBe(0), PATIENCE);
    clients.close();
    const seconds = Math.round((performance.now() - begun) / 1_000);
    const { statuses, slowestMs } = await honest.stop();
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(await Promise.race([server.exited, 'alive'])).toBe('alive');
    const figure =
      `${count} cut off within ${seconds} s; ${statuses.length} of ${statuses.length} honest requests answered ` +
      `meanwhile, the slowest in ${slowestMs} ms; ${Math.round(residentMax - residentMiB)} MiB held for the slow`;
    return { statuses: new Set(clients.statuses()), figure };
  };
  let last: Promise<unknown> = Promise.resolve();
  /**
   * Slow clients are cut off while an honest one asks. Cases of a world take turns, since its process's resources are
   * counted.
   */
  const sitOut = (count: number, beSlow: Slowness): ReturnType<typeof sitOutAlone> => {
    const turn = last.then(() => sitOutAlone(count, beSlow));
    last = turn.catch(() => {});
    return turn;
  };
  /** The file exceeds all buffers on its way. */
  const keepLargeFile = async (): Promise<string> => {
    const client = new FieldInspection({ apiKey, baseUrl: server.baseUrl });
    const device = await joinSession({ client, baseUrl: server.baseUrl });
    await device.call('PATCH', '/consent', { camera: 'granted' });
    const photo = await takeNoisyPhoto();
    expect(photo.length).toBeGreaterThan(8_000_000);
    const { status, body } = await device.send('/photos', photo, { 'content-type': 'image/jpeg' });
    expect(status).toBe(201);
    return `/v1/evidence/${device.sessionId}/files/${String(body['id'])}`;
  };
  return { apiKey, sitOut, keepLargeFile, close: world.close };
};

const watchProcess = ({ pid }: SpawnedServer) => ({
  countDescriptors: (): number => readdirSync(`/proc/${pid}/fd`).length,
  residentMiB: (): number =>
    Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024,
});

/** An honest client asks one request after the other until it is stopped. */
const keepAsking = (baseUrl: string, apiKey: string) => {
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
