import type { Context } from '../../apps/server/src/context.ts';
import { createCredential } from '../../apps/server/src/testing/create-credential.ts';
import { startMailServer } from '../../apps/server/src/testing/start-mail-server.ts';
import { PLAN_LIMITS, SCOPES } from '../../packages/contract/src/index.ts';
import { PUBLIC_ROOT } from '../../packages/contract/src/laws/roots.ts';
import type { BenchWorld } from '../harness/open-world.ts';
import { startChild } from '../harness/start-child.ts';
import { inTurn } from '../harness/turns.ts';
import { moveIn, type Tenant } from '../stage/move-in.ts';
import { callService, type Outcomes } from './attack/call-service.ts';
import type { AttackOrder } from './attack/prepare-attack.ts';

/** An organisation that does what any does: with one key, one endpoint, one session to which people are invited. */
export type Neighbour = Tenant & { sessionId: string };

/** The service as processes of its own, with organisations that work, and one that attacks. */
export type Stage = {
  context: Context;
  baseUrl: string;
  neighbours: Neighbour[];
  startAttack: () => void;
  /** Says how its calls ended. */
  stopAttack: () => Promise<Outcomes>;
  /** Leaves the attacker as much room of its quota as a phase may fill. */
  leaveRoom: () => Promise<void>;
  countMails: () => number;
  close: () => Promise<void>;
};

const NEIGHBOURS = 49;
const HANGING_ENDPOINTS = 40;
/** The limits that the service ships with, per key and per organisation. */
const LIMITS = { key: 60, organisation: 600 };
const ROOM_BYTES = 768 * 1024 ** 2;

export const openStage = async (world: BenchWorld): Promise<Stage> => {
  const { context, spawn, close } = await world.openDatabase();
  const mailServer = await startMailServer();
  const env = { SMTP_URL: mailServer.url, TRUST_PROXY_HOPS: '1' };
  const { baseUrl } = await spawn('api', env);
  await spawn('worker', env);
  const urlOf = (index: number) => world.receiver.urlOf(`/fast/${index}`);
  const tenants = await moveIn(context, NEIGHBOURS, { endpoints: 1, urlOf });
  const neighbours = await inTurn(NEIGHBOURS, async (index) => {
    const tenant = tenants[index]!;
    const call = {
      method: 'POST',
      path: `${PUBLIC_ROOT}/sessions`,
      token: tenant.apiKey,
      body: { notes: 'Roof' },
    };
    const { body } = await callService<{ id: string }>(baseUrl, call);
    await setLimits(context, tenant.organisationId);
    return { ...tenant, sessionId: body.id };
  });
  const { organisationId, apiKeys } = await seedAttacker(context, world);
  const attack = startChild(new URL('attack/attack-process.ts', import.meta.url));
  await attack.ask({ baseUrl, apiKeys } satisfies AttackOrder);
  await setLimits(context, organisationId);
  return {
    context,
    baseUrl,
    neighbours,
    startAttack: () => attack.tell('start'),
    stopAttack: () => attack.ask<Outcomes>('stop'),
    leaveRoom: () => leaveRoom(context, organisationId),
    countMails: () => mailServer.mails.length,
    close: async () => {
      attack.stop();
      await close();
      await mailServer.close();
    },
  };
};

/** With as many keys as its own limit has room for, and endpoints that hang. */
const seedAttacker = async (context: Context, { receiver }: BenchWorld) => {
  const urlOf = (index: number) => receiver.urlOf(`/hang/${index}`);
  const [attacker] = (await moveIn(context, 1, { endpoints: HANGING_ENDPOINTS, urlOf })) as [Tenant];
  const { organisationId, apiKey } = attacker;
  const others = await inTurn(LIMITS.organisation / LIMITS.key - 1, async (index) => {
    const { api_key } = await createCredential(context, {
      organisationId,
      name: `key ${index}`,
      scopes: [...SCOPES],
      operatorEmail: 'attacker@example.com',
      rateLimit: 1_000_000,
    });
    return api_key;
  });
  return { organisationId, apiKeys: [apiKey, ...others] };
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
