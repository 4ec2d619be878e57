import { setTimeout as sleep } from 'node:timers/promises';
import { judgeMigration } from '@field-inspection/server/testing/judge-migration';
import { migrateToNext } from '@field-inspection/server/testing/migrate-to-next';
import { openProcessWorld, type ProcessWorld } from '@field-inspection/server/testing/open-process-world';
import { startMailServer } from '@field-inspection/server/testing/start-mail-server';
import pg from 'pg';
import { expect, test } from 'vitest';
import { openWebhookReceiver } from './open-webhook-receiver.ts';
import { awaitQuiet } from './soak/await-quiet.ts';
import { createDice } from './soak/dice.ts';
import { checkEvents } from './soak/invariants/check-events.ts';
import { checkWebhooks } from './soak/invariants/check-webhooks.ts';
import { checkWrites } from './soak/invariants/check-writes.ts';
import { openLedger } from './soak/ledger.ts';
import { registerEndpoint } from './soak/traffic/register-endpoint.ts';
import type { Sender } from './soak/traffic/send.ts';
import { tellInspection } from './soak/traffic/tell-inspection.ts';

/** Of each kind of change that a release may bring, on the tables that every request uses. */
const NEXT_RELEASE = `
  alter table sessions add column next_note text not null default 'none', add column next_at timestamptz;
  create table next_things (
    organisation_id uuid not null,
    session_id uuid not null,
    primary key (organisation_id, session_id),
    foreign key (organisation_id, session_id) references sessions (organisation_id, id)
  );
  create index sessions_next_at_idx on sessions (next_at) where next_at is not null;
  alter table participants add column next_count int not null default 0;
  alter table evidence add column next_score int;
  alter table audit_entries add column next_word text;
  alter table idempotency_keys add column next_word text not null default '';
  alter table room_uses add column next_count int not null default 0;
  alter table events add column next_word text;
  alter table webhook_endpoints add column next_word text not null default '';
  alter table webhook_deliveries add column next_word text;
  alter table webhook_deliveries add constraint webhook_deliveries_next check (attempt_count >= 0) not valid;
  alter table webhook_deliveries validate constraint webhook_deliveries_next;
  alter table webhook_queue add column next_word text;
  alter table webhook_leases add column next_word text;
  insert into next_things select organisation_id, id from sessions;
`;

/** Longer than a write waits for a lock: a migration that waited as long would have every write refused. */
const READ_MS = 5_000;
const LANES = 3;
const QUICK = {
  UPLOAD_GRACE: '2',
  WEBHOOK_RETRY_DELAYS: '1,1,1,1,1,1,1,1',
  MESSAGES_PER_ORGANISATION_DAY: '1000000',
};

test(
  'the next release migrates under traffic, beside a reader that keeps a table: no 5xx, no table made anew, old and new processes side by side lose nothing and do nothing twice',
  { timeout: 300_000 },
  async ({ annotate, onTestFinished }) => {
    expect(judgeMigration(NEXT_RELEASE)).toEqual([]);
    const world = await openProcessWorld();
    onTestFinished(() => world.close());
    const receiver = await openWebhookReceiver(world);
    onTestFinished(() => receiver.close());
    const mail = await startMailServer();
    onTestFinished(() => mail.close());
    const start = async (env: Record<string, string> = {}) => [
      await world.spawn('api', { ...QUICK, SMTP_URL: mail.url, ...env }),
      await world.spawn('worker', { ...QUICK, SMTP_URL: mail.url, ...env }),
    ];
    const old = await start();
    const ledger = openLedger();
    const sender: Sender = { ledger, processes: { apis: [old[0]!] }, dice: createDice(1) };
    const endpoint = await registerEndpoint(sender, { receiver }, { organisation: world.seed, mark: 'hook' });
    const traffic = startTraffic(world, sender);
    const filesBefore = await readFiles(world.databaseUrl);

    const reader = await readForLong(world.databaseUrl);
    const applied = migrateToNext(world.databaseUrl, NEXT_RELEASE);
    await sleep(READ_MS);
    await reader.end();
    expect(await applied).toHaveLength(1);
    const filesAfter = await readFiles(world.databaseUrl);
    const during = ledger.acknowledged.length;
    // As the new version does, and as an old one does that is restarted: both run on the schema of the next release.
    const [api, worker] = await start({ ALLOW_NEWER_DATABASE: 'true' });
    sender.processes.apis.push(api!);
    await traffic.until(() => ledger.acknowledged.length > during + 30);
    sender.processes.apis.shift();
    await traffic.stop();
    expect(await Promise.all(old.map((server) => server.kill('SIGTERM')))).toEqual([0, 0]);
    await awaitQuiet({ context: world.context, ledger });

    expect([ledger.surprises, ledger.refusals]).toEqual([[], []]);
    expect(filesAfter).toMatchObject(filesBefore);
    const findings = [
      await checkWrites({ context: world.context, ledger }),
      await checkEvents(world),
      ...(await checkWebhooks({ context: world.context, receiver }, [endpoint!])),
    ];
    expect(findings.flatMap(({ faults }) => faults)).toEqual([]);
    expect(worker!.lines.filter((line) => line.includes('"level":50'))).toEqual([]);
    const { requests, refusals, acknowledged } = ledger;
    const lost = findings[0]!.faults.length;
    await annotate(
      `${requests} requests, ${refusals.length} refused; ${lost} of ${acknowledged.length} acknowledged writes lost or done twice`,
      'figure',
    );
  },
);

const startTraffic = ({ seed }: ProcessWorld, sender: Sender) => {
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

/** A transaction that has read a table and stays open, as a backup's does. */
const readForLong = async (databaseUrl: string): Promise<pg.Client> => {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query('begin; select count(*) from sessions');
  return client;
};

/** The file of each table: another one, if the table was written anew. */
const readFiles = async (databaseUrl: string): Promise<Record<string, number>> => {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ name: string; file: number }>(
    `select relname as name, relfilenode::int as file from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  );
  await client.end();
  return Object.fromEntries(rows.map(({ name, file }) => [name, file]));
};
