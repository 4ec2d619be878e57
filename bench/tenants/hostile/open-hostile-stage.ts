import { fork } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { SCOPES } from '../../../packages/contract/src/index.ts';
import type { Context } from '../../../apps/server/src/context.ts';
import { createCredential } from '../../../apps/server/src/testing/create-credential.ts';
import { runDataDir } from '../../../apps/server/src/testing/data-dir-of.ts';
import { joinByLink } from '../../../apps/server/src/testing/join-by-link.ts';
import { seedOrganisation, type Seed } from '../../../apps/server/src/testing/seed-organisation.ts';
import { spawnServer } from '../../../apps/server/src/testing/spawn-server.ts';
import { listHostileKinds, type HostileTarget } from '../../../journeys/hostile-requests/hostile-kinds.ts';
import { readProcessorMs } from '../../load/read-processor-time.ts';
import type { BenchWorld } from '../../open-bench-world.ts';
import { callService } from '../attack/call-service.ts';
import { PUBLIC_ROOT } from '../attack/prepare-attack.ts';
import type { HostileOrder } from './attack.ts';

type Sent = Omit<HostileOrder, 'target'>;

/** How often each answer came. */
export type Answers = Record<string, number>;

/** The service as an API process and a worker, a neighbour that reads, and whoever attacks with one kind at a time. */
export type HostileStage = {
  /** The neighbour's GET of a session, with its status. */
  getSession: () => Promise<number>;
  startAttack: (sent: Sent) => Promise<{ stop: () => Promise<Answers> }>;
  /** What the API process has used of processors. */
  readProcessorMs: () => number;
  /** The processes of the service that have ended. */
  listEnded: () => string[];
  close: () => Promise<void>;
};

/** Requests a minute of one key, as the service ships. */
const KEY_LIMIT = 60;
const NEIGHBOUR = '10.8.0.1';

export const openHostileStage = async (world: BenchWorld): Promise<HostileStage> => {
  const database = await world.openDatabase();
  const { context, databaseUrl } = database;
  const env = { TRUST_PROXY_HOPS: '1' };
  const server = await spawnServer('api', { databaseUrl, env });
  const worker = await database.spawnWorker(env);
  const ended: string[] = [];
  for (const [name, { exited }] of Object.entries({ api: server, worker })) {
    void exited.then((how) => ended.push(`${name} (${how})`));
  }
  const { baseUrl } = server;
  const { apiKey: token } = await seedOrganisation(context);
  const path = `${PUBLIC_ROOT}/sessions/${await createSession(baseUrl, token)}`;
  const attacker = await seedOrganisation(context);
  let attacks = 0;
  return {
    getSession: async () =>
      (await callService(baseUrl, { method: 'GET', path, token, address: NEIGHBOUR })).status,
    startAttack: async (sent) => {
      // From another address each time, and by another key: each attack has all that is allowed to one.
      const address = `10.9.${++attacks >> 8}.${attacks & 255}`;
      return startAttack({
        ...sent,
        target: await openTarget(context, { baseUrl, attacker, address, index: sent.index }),
      });
    },
    readProcessorMs: () => readProcessorMs(server.pid),
    listEnded: () => ended,
    close: async () => {
      await server.kill();
      await database.close();
      await rm(runDataDir(databaseUrl), { recursive: true, force: true });
    },
  };
};

type Attacker = { baseUrl: string; attacker: Seed; address: string; index: number };

/** A session that is being recorded, and a token of whoever sends the kind. */
const openTarget = async (
  context: Context,
  { baseUrl, attacker, address, index }: Attacker,
): Promise<HostileTarget> => {
  const { organisationId, apiKey } = attacker;
  const sessionId = await createSession(baseUrl, apiKey);
  const call = { method: 'POST', token: apiKey, address: NEIGHBOUR };
  const { body } = await callService<{ join_url: string }>(baseUrl, {
    ...call,
    path: `${PUBLIC_ROOT}/sessions/${sessionId}/participants`,
    body: {},
  });
  const joined = await joinByLink(body.join_url, { address: NEIGHBOUR });
  const token = joined.body.field_session_token;
  const consent = { camera: 'granted', recording: 'granted' };
  await callService(baseUrl, { ...call, method: 'PATCH', path: '/v1/field/consent', token, body: consent });
  await callService(baseUrl, { ...call, path: `${PUBLIC_ROOT}/sessions/${sessionId}/recording` });
  const { api_key: key } = await createCredential(context, {
    organisationId,
    name: address,
    scopes: [...SCOPES],
    operatorEmail: 'attacker@example.com',
    rateLimit: KEY_LIMIT,
  });
  const tokens = { nobody: undefined, field: token, key };
  return { baseUrl, address, sessionId, token: tokens[listHostileKinds()[index]!.by] };
};

const createSession = async (baseUrl: string, token: string): Promise<string> => {
  const call = { method: 'POST', path: `${PUBLIC_ROOT}/sessions`, token, address: NEIGHBOUR, body: {} };
  return (await callService<{ id: string }>(baseUrl, call)).body.id;
};

const startAttack = async (order: HostileOrder): Promise<{ stop: () => Promise<Answers> }> => {
  const child = fork(fileURLToPath(new URL('attack.ts', import.meta.url)));
  const hear = async () => (await once(child, 'message'))[0] as Answers;
  const begun = hear();
  child.send(order);
  await begun;
  return {
    stop: async () => {
      const told = hear();
      child.send('stop');
      const answers = await told;
      child.disconnect();
      return answers;
    },
  };
};
