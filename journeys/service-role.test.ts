import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FieldInspection } from '@field-inspection/sdk';
import { openTestContext } from '@field-inspection/server/testing/open-test-context';
import { runAdmin } from '@field-inspection/server/testing/run-admin';
import { seedOrganisation } from '@field-inspection/server/testing/seed-organisation';
import { seedWebhookEndpoint } from '@field-inspection/server/testing/seed-webhook-endpoint';
import { spawnServer, type SpawnedServer } from '@field-inspection/server/testing/spawn-server';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

const SUFFIX = randomBytes(4).toString('hex');
const OWNER = `fis_owner_${SUFFIX}`;
const SERVICE = `fis_service_${SUFFIX}`;
const DATABASE = `fis_roles_${SUFFIX}`;

let superuser: pg.Client;
let owner: pg.Client;
let context: Awaited<ReturnType<typeof openTestContext>>;
let server: SpawnedServer;

/** The first role made and served the database; the second has no right yet, as in docs/scaling.md. */
beforeAll(async () => {
  superuser = await connect(inject('postgresUrl'));
  await superuser.query(`create role ${OWNER} login password 'secret'`);
  await superuser.query(
    (await readStatement()).replace('fis_service', SERVICE).replace('choose one', 'secret'),
  );
  await superuser.query(`create database ${DATABASE} owner ${OWNER}`);
  const migrated = await runAdmin({ DATABASE_URL: urlOf(OWNER) }, 'organisation', 'list', '--json');
  expect(migrated).toMatchObject({ exitCode: 0, stdout: '[]\n' });
  owner = await connect(urlOf(OWNER));
});

afterAll(async () => {
  await server?.kill();
  await context?.close();
  await owner.end();
  await superuser.query(`drop database ${DATABASE} with (force)`);
  await superuser.query(`drop role ${OWNER}`);
  await superuser.query(`drop role ${SERVICE}`);
  await superuser.end();
});

describe('a server whose own role can only read and write rows', () => {
  it('does not start when there is something to migrate and no owner named, and says what to do', async () => {
    await owner.query('comment on table _prisma_migrations is null');
    const failure = await spawnServer('all', { databaseUrl: urlOf(SERVICE) }).catch(
      (error: Error) => error.message,
    );
    expect(failure).toContain('permission denied');
    expect(failure).toContain('Set DATABASE_OWNER_URL, too, to the role that owns');
    expect(failure).not.toMatch(/^\s+at /m);
  });

  it.each([
    [
      'an empty database and no owner',
      () => ({ DATABASE_URL: urlOf(SERVICE, 'postgres') }),
      /^DATABASE_URL: there is something to migrate, and its role may not \(permission denied for schema public\)\. Set DATABASE_OWNER_URL, too, .* \(docs\/scaling\.md\)\.\n$/,
    ],
    [
      'a wrong password of the owner',
      () => ({ DATABASE_URL: urlOf(SERVICE), DATABASE_OWNER_URL: urlOf(OWNER).replace('secret', 'wrong') }),
      /^DATABASE_OWNER_URL: the user or the password is refused \(28P01\)\. Correct them; .*\n$/,
    ],
    [
      'a wrong password of its own',
      () => ({ DATABASE_URL: urlOf(SERVICE).replace('secret', 'wrong'), DATABASE_OWNER_URL: urlOf(OWNER) }),
      /^DATABASE_URL: the user or the password is refused \(28P01\)\. Correct them; .*\n$/,
    ],
    [
      'an owner that owns nothing',
      () => ({ DATABASE_URL: urlOf(OWNER), DATABASE_OWNER_URL: urlOf(SERVICE) }),
      /^DATABASE_OWNER_URL: there is something to migrate, and its role may not \(.*\)\. Name the role that owns the tables, .*\n$/,
    ],
  ])('with %s: one sentence that names the setting and says what to do', async (_, env, words) => {
    const { exitCode, stdout, stderr } = await runAdmin(env(), 'organisation', 'list');
    expect([exitCode, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(words);
  });

  it('starts, migrates as the owner, answers requests and runs jobs', async () => {
    server = await spawnServer('all', {
      databaseUrl: urlOf(SERVICE),
      env: { DATABASE_OWNER_URL: urlOf(OWNER), WEBHOOK_ALLOW_PRIVATE_NETWORKS: 'true' },
    });
    context = await openTestContext(urlOf(SERVICE));
    const { apiKey, organisationId } = await seedOrganisation(context);
    await seedWebhookEndpoint(context, { organisationId, url: 'https://localhost:1/' });
    const client = new FieldInspection({ apiKey, baseUrl: server.baseUrl });
    const { id } = await client.sessions.create({});
    await client.sessions.end(id);
    const countAttempts = () => context.database.prisma.webhookAttempt.count();
    await expect.poll(countAttempts, { timeout: 20_000 }).toBeGreaterThan(0);
  });

  it('may use all that the owner has: its rows, and the sequences behind them', async () => {
    const { rows } = await context.database.pool.query(`
      select c.oid::regclass::text as name
      from pg_class c
      where relnamespace in ('public'::regnamespace, 'graphile_worker'::regnamespace)
        and relname <> '_prisma_migrations'
        and case
          when relkind = 'S' then not has_sequence_privilege(c.oid, 'usage')
          when relkind in ('r', 'v') then not (
            has_table_privilege(c.oid, 'select') and has_table_privilege(c.oid, 'insert')
            and has_table_privilege(c.oid, 'update') and has_table_privilege(c.oid, 'delete')
          )
          else false
        end`);
    expect(rows).toEqual([]);
  });

  it('gets the rights to a table that is new at the next start, and nothing is granted twice', async () => {
    await owner.query('create table public.later (id int)');
    const readRights = async () =>
      (await owner.query(`select relname, relacl::text, xmin::text from pg_class where relacl is not null`))
        .rows;
    const grant = () =>
      runAdmin({ DATABASE_URL: urlOf(SERVICE), DATABASE_OWNER_URL: urlOf(OWNER) }, 'organisation', 'list');
    expect(await grant()).toMatchObject({ exitCode: 0 });
    await context.database.pool.query('insert into later values (1)');
    const before = await readRights();
    await grant();
    expect(await readRights()).toEqual(before);
    await owner.query('drop table public.later');
  });

  it('starts without an owner when nothing is new', async () => {
    const second = await spawnServer('api', { databaseUrl: urlOf(SERVICE) });
    expect((await fetch(`${second.baseUrl}/readyz`)).status).toBe(200);
    await second.kill();
    expect(second.lines.filter(isWarning)).toEqual([]);
  });

  it('warns when the role that it runs as owns the tables', async () => {
    const third = await spawnServer('api', { databaseUrl: urlOf(OWNER) });
    await third.kill();
    expect(third.lines.filter(isWarning)).toEqual([expect.stringContaining('set DATABASE_OWNER_URL')]);
  });

  it('warns of a variable that is nearly a setting, and of the timestamp authority that is not there', async () => {
    const fourth = await spawnServer('api', {
      databaseUrl: urlOf(SERVICE),
      env: { TSA_URL: 'https://tsa.example.com' },
    });
    await fourth.kill();
    const warned = fourth.lines.filter((line) => line.includes('TSA_URL'));
    expect(warned).toEqual([
      expect.stringContaining('TSA_URL is no setting, and nothing reads it: did you mean TSA_URLS?'),
      expect.stringContaining('there is no timestamp authority'),
    ]);
  });

  it('can not write to a frozen chain through a temporary table, not even where it may still make one', async () => {
    await owner.query('update audit_chains set frozen_at = now() where frozen_at is null');
    const { rows } = await owner.query<{ session_id: string }>('select session_id from audit_chains');
    expect(rows).toHaveLength(1);
    await superuser.query(`grant temporary on database ${DATABASE} to ${SERVICE}`);
    const attacker = await connect(urlOf(SERVICE));
    await attacker.query('create temp table audit_chains (like public.audit_chains)');
    const addEntry = attacker.query(
      `insert into public.audit_entries (organisation_id, session_id, sequence, kind, occurred_at, payload, prev_hash, hash)
       select organisation_id, session_id, head_sequence + 1, 'forged', '', '{}', head_hash, '' from public.audit_chains`,
    );
    await expect(addEntry).rejects.toThrow(`the audit chain of session ${rows[0]!.session_id} is frozen`);
    await attacker.end();
    await superuser.query(`revoke temporary on database ${DATABASE} from ${SERVICE}`);
  });

  it('counts, lists and retries jobs that gave up', async () => {
    await context.database.pool.query(
      `select graphile_worker.add_job('freeze-chain', '{}', job_key := 'freeze-chain:x', run_at := now() + interval '1 day')`,
    );
    await context.database.pool.query(
      `update graphile_worker._private_jobs set attempts = max_attempts where key = 'freeze-chain:x'`,
    );
    const job = async (...argv: string[]) =>
      JSON.parse(
        (await runAdmin({ DATABASE_URL: urlOf(SERVICE) }, 'job', ...argv, '--json')).stdout,
      ) as unknown;
    expect(await job('list')).toMatchObject([{ kind: 'freeze-chain' }]);
    expect(await job('retry', '--kind', 'freeze-chain')).toEqual({ retried: 1 });
  });

  it.each([
    ['alter table audit_entries disable trigger all', 'must be owner'],
    ['drop trigger audit_entries_append_only on audit_entries', 'must be owner'],
    ['create or replace function refuse_change() returns trigger language sql as $$ $$', 'permission denied'],
    ['truncate audit_entries', 'permission denied'],
    ['set session_replication_role = replica', 'permission denied'],
    ['delete from _prisma_migrations', 'permission denied'],
    ['create table public.mine (id int)', 'permission denied'],
    ['create temp table audit_chains (id int)', 'permission denied to create temporary tables'],
  ])('can not: %s', async (statement, refusal) => {
    await expect(context.database.pool.query(statement)).rejects.toThrow(refusal);
  });
});

const readStatement = async (): Promise<string> => {
  const page = await readFile(join(import.meta.dirname, '..', 'docs', 'scaling.md'), 'utf8');
  return /(?<=```sql\n)[^]*?(?=```)/.exec(page)![0];
};

const isWarning = (line: string): boolean => line.includes('runs as the owner of its tables');

const urlOf = (role: string, database = DATABASE): string =>
  Object.assign(new URL(inject('postgresUrl')), {
    username: role,
    password: 'secret',
    pathname: `/${database}`,
  }).href;

const connect = async (databaseUrl: string): Promise<pg.Client> => {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  return client;
};
