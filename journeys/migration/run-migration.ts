import pg from 'pg';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ProcessWorld } from '@field-inspection/server/testing/open-process-world';
import type { SpawnedServer } from '@field-inspection/server/testing/spawn-server';
import { startMailServer } from '@field-inspection/server/testing/start-mail-server';
import { expect } from 'vitest';
import { openWebhookReceiver } from '../open-webhook-receiver.ts';
import { awaitQuiet } from '../soak/await-quiet.ts';
import { createDice } from '../soak/dice.ts';
import { checkEvents } from '../soak/invariants/check-events.ts';
import { checkWebhooks } from '../soak/invariants/check-webhooks.ts';
import { checkWrites } from '../soak/invariants/check-writes.ts';
import { openLedger } from '../soak/ledger.ts';
import { registerEndpoint } from '../soak/traffic/register-endpoint.ts';
import type { Sender } from '../soak/traffic/send.ts';
import { tellInspection } from '../soak/traffic/tell-inspection.ts';

/** Longer than a write waits for a lock: a migration that waited as long would have every write refused. */
const READ_MS = 5_000;
const LANES = 3;
/** Inspections made while old and new processes run side by side. */
const SIDE_BY_SIDE = 30;

type Env = Record<string, string>;
type World = Pick<ProcessWorld, 'databaseUrl' | 'context' | 'seed' | 'tls'>;

export type Releases = {
  startOld: (env: Env) => Promise<SpawnedServer[]>;
  migrate: () => Promise<string[]>;
  startNew: (env: Env) => Promise<SpawnedServer[]>;
};

/**
 * The next release replaces one under traffic, while somebody reads and locks a table for long. Then the one before
 * comes back, and the next one again, without a request in between that is not answered.
 */
export const runMigration = async (world: World, { startOld, migrate, startNew }: Releases) => {
  const receiver = await openWebhookReceiver(world);
  const mail = await startMailServer();
  const env = { ...QUICK, SMTP_URL: mail.url };
  try {
    const old = await startOld(env);
    const ledger = openLedger();
    const sender: Sender = { ledger, processes: { apis: [old[0]!] }, dice: createDice(1) };
    const endpoint = await registerEndpoint(sender, { receiver }, { organisation: world.seed, mark: 'hook' });
    const traffic = startTraffic(world.seed, sender);
    await traffic.until(() => ledger.acknowledged.length > SIDE_BY_SIDE);
    const filesBefore = await readFiles(world.databaseUrl);
    const reader = await readForLong(world.databaseUrl);
    const migrating = migrate();
    await sleep(READ_MS);
    await reader.end();
    const applied = await migrating;
    const filesAfter = await readFiles(world.databaseUrl);
    const replace = async (former: SpawnedServer[], next: SpawnedServer[]) => {
      const before = ledger.acknowledged.length;
      sender.processes.apis.push(next[0]!);
      await traffic.until(() => ledger.acknowledged.length > before + SIDE_BY_SIDE);
      sender.processes.apis.shift();
      return Promise.all(former.map((server) => server.kill('SIGTERM')));
    };
    const next = await startNew(env);
    const exits = await replace(old, next);
    // Nobody goes back by mistake.
    const refusal = await startOld(env).then(
      () => 'none',
      (error: unknown) => (error as Error).message,
    );
    const back = await startOld({ ...env, ALLOW_NEWER_DATABASE: 'true' });
    exits.push(...(await replace(next, back)));
    const again = await startNew(env);
    exits.push(...(await replace(back, again)));
    await traffic.stop();
    await awaitQuiet({ context: world.context, ledger });
    const { context } = world;
    const findings = [
      await checkWrites({ context, ledger }),
      await checkEvents({ context }),
      ...(await checkWebhooks({ context, receiver }, [endpoint!])),
    ];
    const errors = [...old, ...next, ...back, ...again].flatMap(({ lines }) =>
      lines.filter((line) => line.includes('"level":"error"')),
    );
    return { ledger, applied, exits, refusal, findings, errors, filesBefore, filesAfter };
  } finally {
    await Promise.all([receiver.close(), mail.close()]);
  }
};

const QUICK = {
  UPLOAD_GRACE: '2',
  WEBHOOK_RETRY_DELAYS: '1,1,1,1,1,1,1,1',
  MESSAGES_PER_ORGANISATION_DAY: '1000000',
  MESSAGES_PER_RECIPIENT_HOUR: '1000000',
};

const startTraffic = (seed: World['seed'], sender: Sender) => {
  let goesOn = true;
  const work = async (lane: number) => {
    const own = { ...sender, dice: sender.dice.fork() };
    for (let story = 0; goesOn; story++) await tellInspection(own, seed, `next-${lane}-${story}`);
  };
  const working = Promise.all(Array.from({ length: LANES }, (_, lane) => work(lane)));
  return {
    until: async (isEnough: () => boolean) => {
      while (!isEnough()) await Promise.race([sleep(50), working]);
    },
    stop: async () => {
      goesOn = false;
      await working;
    },
  };
};

/** A backup's transaction reads a table and stays open likewise. */
const readForLong = async (databaseUrl: string): Promise<pg.Client> => {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query('begin; select count(*) from sessions');
  return client;
};

/** A table that was written anew has another file. */
const readFiles = async (databaseUrl: string): Promise<Record<string, number>> => {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ name: string; file: number }>(
    `select oid::text as name, relfilenode::int as file from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  );
  await client.end();
  return Object.fromEntries(rows.map(({ name, file }) => [name, file]));
};

type Run = Awaited<ReturnType<typeof runMigration>>;

/** Nobody was refused, no table was written anew, and nothing is lost or doubled. */
export const expectSoundMigration = (run: Run): void => {
  const { ledger, applied, exits, refusal, findings, errors, filesBefore, filesAfter } = run;
  expect(applied).not.toEqual([]);
  expect([ledger.surprises, ledger.refusals, errors]).toEqual([[], [], []]);
  expect(filesAfter).toMatchObject(filesBefore);
  expect(findings.flatMap(({ faults }) => faults)).toEqual([]);
  expect(findings.map(({ checked }) => checked > 0)).toEqual(findings.map(() => true));
  expect(exits).toEqual([0, 0, 0, 0, 0, 0]);
  expect(refusal).toContain('ALLOW_NEWER_DATABASE=true goes back by one release');
};

export const describeMigration = ({ ledger, applied, findings }: Run): string => {
  const { requests, refusals, acknowledged } = ledger;
  const lost = findings[0]!.faults.length;
  return (
    `${applied.length} migrations; ${requests} requests, ${refusals.length} refused; ` +
    `${lost} of ${acknowledged.length} acknowledged writes lost or done twice`
  );
};
