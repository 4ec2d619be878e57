import { rm } from 'node:fs/promises';
import { SCOPES } from '../../packages/contract/src/index.ts';
import type { Context } from '../../apps/server/src/context.ts';
import { PLAN_LIMITS } from '../../packages/contract/src/index.ts';
import { createCredential } from '../../apps/server/src/testing/create-credential.ts';
import { runDataDir } from '../../apps/server/src/testing/data-dir-of.ts';
import { seedOrganisation } from '../../apps/server/src/testing/seed-organisation.ts';
import { seedWebhookEndpoint } from '../../apps/server/src/testing/seed-webhook-endpoint.ts';
import { spawnServer } from '../../apps/server/src/testing/spawn-server.ts';
import type { BenchWorld } from '../open-bench-world.ts';
import { callService } from './attack/call-service.ts';
import { PUBLIC_ROOT } from './attack/prepare-attack.ts';
import { startAttack, type StartedAttack } from './start-attack.ts';
import { startMailbox } from './start-mailbox.ts';

/** An organisation that does what any does: with one key, one endpoint, one session to which people are invited. */
export type Neighbour = { organisationId: string; apiKey: string; sessionId: string };

/** The service as processes of its own, with organisations that work, and one that attacks. */
export type Stage = {
  context: Context;
  baseUrl: string;
  neighbours: Neighbour[];
  attack: StartedAttack;
  /** Leaves the attacker as much room of its quota as a phase may fill. */
  leaveRoom: () => Promise<void>;
  countMails: () => number;
  close: () => Promise<void>;
};

const NEIGHBOURS = 49;
const HANGING_ENDPOINTS = 40;
/** What the service ships with: per key, and per organisation. */
const LIMITS = { key: 60, organisation: 600 };
const ROOM_BYTES = 768 * 1024 ** 2;

export const openStage = async (world: BenchWorld): Promise<Stage> => {
  const database = await world.openDatabase();
  const { context, databaseUrl } = database;
  const mailbox = await startMailbox();
  const env = { SMTP_URL: mailbox.url, TRUST_PROXY_HOPS: '1' };
  const server = await spawnServer('api', { databaseUrl, env });
  await database.spawnWorker(env);
  const { baseUrl } = server;
  const neighbours: Neighbour[] = [];
  for (let index = 0; index < NEIGHBOURS; index++) {
    neighbours.push(await moveIn(context, { baseUrl, url: world.receiver.urlOf(`/fast/${index}`) }));
  }
  const { organisationId, apiKeys } = await seedAttacker(context, (index) =>
    world.receiver.urlOf(`/hang/${index}`),
  );
  const attack = await startAttack({ baseUrl, apiKeys });
  await setLimits(context, organisationId);
  return {
    context,
    baseUrl,
    neighbours,
    attack,
    leaveRoom: () => leaveRoom(context, organisationId),
    countMails: mailbox.count,
    close: async () => {
      attack.end();
      await server.kill();
      await database.close();
      mailbox.stop();
      await rm(runDataDir(databaseUrl), { recursive: true, force: true });
    },
  };
};

const moveIn = async (
  context: Context,
  { baseUrl, url }: { baseUrl: string; url: string },
): Promise<Neighbour> => {
  const { organisationId, apiKey } = await seedOrganisation(context);
  await seedWebhookEndpoint(context, { organisationId, url });
  const { body } = await callService<{ id: string }>(baseUrl, {
    method: 'POST',
    path: `${PUBLIC_ROOT}/sessions`,
    token: apiKey,
    body: { notes: 'Roof' },
  });
  await setLimits(context, organisationId);
  return { organisationId, apiKey, sessionId: body.id };
};

/** With as many keys as its own limit has room for, and endpoints that hang. */
const seedAttacker = async (
  context: Context,
  urlOf: (index: number) => string,
): Promise<{ organisationId: string; apiKeys: string[] }> => {
  const { organisationId, apiKey } = await seedOrganisation(context);
  const apiKeys = [apiKey];
  while (apiKeys.length < LIMITS.organisation / LIMITS.key) {
    const { api_key } = await createCredential(context, {
      organisationId,
      name: `key ${apiKeys.length}`,
      scopes: [...SCOPES],
      operatorEmail: 'attacker@example.com',
      rateLimit: 1_000_000,
    });
    apiKeys.push(api_key);
  }
  for (let index = 0; index < HANGING_ENDPOINTS; index++) {
    await seedWebhookEndpoint(context, { organisationId, url: urlOf(index) });
  }
  return { organisationId, apiKeys };
};

const setLimits = async ({ database }: Context, organisationId: string): Promise<void> => {
  await database.prisma.organisation.update({
    where: { id: organisationId },
    data: { rate_limit: LIMITS.organisation },
  });
  await database.prisma.credential.updateMany({
    where: { organisation_id: organisationId },
    data: { rate_limit: LIMITS.key },
  });
};

const leaveRoom = async ({ database }: Context, organisationId: string): Promise<void> => {
  const { items, bytes } = PLAN_LIMITS.enterprise.organisation;
  const used = { items: items / 2, bytes: BigInt(bytes - ROOM_BYTES) };
  await database.prisma.roomUse.upsert({
    where: { organisation_id_subject_id: { organisation_id: organisationId, subject_id: organisationId } },
    create: { organisation_id: organisationId, subject_id: organisationId, ...used },
    update: used,
  });
};
