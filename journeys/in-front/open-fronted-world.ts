import { FieldInspection } from '@field-inspection/sdk';
import { createTestAuthority } from '@field-inspection/server/testing/create-test-authority';
import { findFreePort } from '@field-inspection/server/testing/find-free-port';
import { openProcessWorld } from '@field-inspection/server/testing/open-process-world';
import { openTrustingFetch } from '@field-inspection/server/testing/open-trusting-fetch';
import type { SpawnedServer } from '@field-inspection/server/testing/spawn-server';
import { startDatabaseProxy } from '@field-inspection/server/testing/start-database-proxy';
import { vi } from 'vitest';
import type { Front } from './front.ts';
import { findCaddy, startCaddy } from './start-caddy.ts';
import { findNginx, startNginx } from './start-nginx.ts';

/** The proxies that this machine has. */
export const PROGRAMS = { nginx: findNginx(), Caddy: findCaddy() };
export type FrontName = keyof typeof PROGRAMS;

const BASE_URL = 'https://localhost';

/** Two processes of the service, and each proxy in front of both. */
export const openFrontedWorld = async () => {
  const world = await openProcessWorld();
  const database = await startDatabaseProxy(world.databaseUrl);
  const ports = [await findFreePort(), await findFreePort()] as const;
  const start = (port: number) =>
    world.spawn('api', { BASE_URL, TRUST_PROXY_HOPS: '1', DATABASE_URL: database.databaseUrl }, port);
  const servers: [SpawnedServer, SpawnedServer] = await Promise.all([start(ports[0]), start(ports[1])]);
  const fronts = new Map<FrontName, OpenFront>();
  if (PROGRAMS.nginx) {
    const front = await startNginx(PROGRAMS.nginx, { ports, authority: createTestAuthority() });
    fronts.set('nginx', openFront('nginx', front, world.seed.apiKey));
  }
  if (PROGRAMS.Caddy) {
    const front = await startCaddy(PROGRAMS.Caddy, ports);
    fronts.set('Caddy', openFront('Caddy', front, world.seed.apiKey));
  }
  return {
    ...world,
    database,
    servers,
    frontOf: (name: FrontName): OpenFront => fronts.get(name)!,
    fronts: () => [...fronts.values()],
    /** A process stops as hosts stop it, and a new one takes its place, which the proxies have looked at. */
    restart: async (index: 0 | 1): Promise<number | string> => {
      const ended = await servers[index].kill('SIGTERM');
      const server = await start(ports[index]);
      servers[index] = server;
      await vi.waitUntil(() => !PROGRAMS.Caddy || countLooks(server) >= LOOKS, { timeout: 60_000 });
      return ended;
    },
    close: async () => {
      for (const front of fronts.values()) await front.close();
      await world.close();
      await database.close();
    },
  };
};

/** Caddy looks for each of its two sites once a second, by itself. */
const LOOKS = 4;

const countLooks = ({ lines }: SpawnedServer): number =>
  lines.filter((line) => line.includes('"route":"/readyz","status":200')).length;

export type FrontedWorld = Awaited<ReturnType<typeof openFrontedWorld>>;

/** Clients who come through it. Links begin with BASE_URL, whose port 443 is no test's to take. */
const openFront = (name: FrontName, front: Front, apiKey: string) => {
  const trusting = openTrustingFetch(front.ca);
  const fetch = (url: string | URL, init?: RequestInit) =>
    trusting.fetch(String(url).replace(`${BASE_URL}/`, `${front.url}/`), init);
  return {
    ...front,
    name,
    fetch,
    client: new FieldInspection({ apiKey, baseUrl: front.url, fetch, maxRetries: 0 }),
    close: async () => {
      await trusting.close();
      await front.close();
    },
  };
};

export type OpenFront = ReturnType<typeof openFront>;
