import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { cloneDatabase } from '../testing/clone-database.ts';
import { isOddRun, setOddly } from '../testing/odd-settings.ts';
import { SECRET, useDoctor } from './testing/use-doctor.ts';

const { base, closes, look } = useDoctor();

const openChanged = async () => {
  const { databaseUrl, drop } = await cloneDatabase();
  const role = `fis_set_${randomBytes(4).toString('hex')}`;
  const superuser = new pg.Client({ connectionString: databaseUrl });
  await superuser.connect();
  await superuser.query(`create role ${role} login superuser password '${SECRET}'`);
  closes.push(async () => {
    await superuser.query(`drop role ${role}`);
    await superuser.end();
    await drop();
  });
  const database = new URL(databaseUrl).pathname.slice(1);
  return {
    role,
    database,
    url: Object.assign(new URL(databaseUrl), { username: role, password: SECRET }).href,
    change: (sql: string) => superuser.query(sql),
  };
};

const WAYS_OUT = (role: string, database: string, set: string) =>
  `alter role "${role}" in database "${database}" set ${set}`;

it('a variable that is nearly a setting is named, with the setting', async () => {
  const mistyped = 'TSA_URL is no setting, and nothing reads it: did you mean TSA_URLS?';
  expect(await look('settings', { TSA_URL: 'https://tsa.example.com' })).toBe(`warning: ${mistyped}`);
  expect(await look('settings')).toBe('');
  // It is named beside what is missing, too.
  expect(await look('settings', { MASTER_KEYS: '', MASTER_KEY: 'k1:x' })).toContain(
    'did you mean MASTER_KEYS?',
  );
});

describe('what others have set', () => {
  it('is named where the service has its own, and is nothing wrong', async () => {
    const { role, database, url, change } = await openChanged();
    await change(setOddly(`database ${database}`));
    const found = await look('database', { DATABASE_URL: url });
    expect(found).toMatch(
      new RegExp(
        `ok: Others have set DateStyle, IntervalStyle, TimeZone, .*bytea_output, default_transaction_isolation, exit_on_error, extra_float_digits, .* for the role ${role}; the service's connections have their own\\.`,
      ),
    );
    expect(found).not.toContain('wrong');
  });

  it.skipIf(isOddRun)('is not named where there is nothing', async () => {
    expect(await look('database')).not.toContain('Others have set');
  });

  it.each([
    ['for the database', ({ database }: { database: string }) => `database ${database}`],
    ['for the role', ({ role }: { role: string }) => `role ${role}`],
    [
      'for all roles in the database',
      ({ database }: { database: string }) => `role all in database ${database}`,
    ],
  ])(
    'default_transaction_read_only %s is found, of the service and of the owner, with the way out',
    async (_, target) => {
      const { role, database, url, change } = await openChanged();
      await change(`alter ${target({ role, database })} set default_transaction_read_only = on`);
      const way = `begin read write; ${WAYS_OUT(role, database, 'default_transaction_read_only = off')}; commit;`;
      const expected = `wrong: default_transaction_read_only is on: nothing can be written. Some hosts set it when a disk is nearly full: make room first. Then run: ${way}`;
      expect(await look('database', { DATABASE_URL: url })).toContain(expected);
      expect(await look('owner', { DATABASE_OWNER_URL: url })).toContain(expected);
      await change(`set default_transaction_read_only = off; ${way}`);
      expect(await look('database', { DATABASE_URL: url })).not.toContain('read_only');
      await change(`alter role all in database ${database} reset all`);
    },
  );

  it('is found where it keeps triggers from running', async () => {
    const { role, database, url, change } = await openChanged();
    await change(`alter role ${role} set session_replication_role = 'replica'`);
    expect(await look('database', { DATABASE_URL: url })).toContain(
      `wrong: session_replication_role is replica: no trigger runs, also none of those that keep the audit chain. Run as a superuser: ${WAYS_OUT(role, database, "session_replication_role = 'origin'")};`,
    );
  });

  it('is found where it ends transactions that the service allows', async ({ skip }) => {
    const { role, database, url, change } = await openChanged();
    const { rows } = await change(`select 1 from pg_settings where name = 'transaction_timeout'`);
    skip(rows.length === 0, 'PostgreSQL 17 is the first to have transaction_timeout');
    await change(`alter database ${database} set transaction_timeout = '5s'`);
    expect(await look('database', { DATABASE_URL: url })).toContain(
      `wrong: transaction_timeout is 5000 ms: it ends transactions that the service allows 15 s. Run: ${WAYS_OUT(role, database, 'transaction_timeout = 0')};`,
    );
    await change(`alter database ${database} set transaction_timeout = '1min'`);
    expect(await look('database', { DATABASE_URL: url })).not.toContain('transaction_timeout');
  });

  it('is told where the database may lose what it acknowledged', async () => {
    const { role, database, url, change } = await openChanged();
    await change(`alter role ${role} set synchronous_commit = 'off'`);
    expect(await look('database', { DATABASE_URL: url })).toContain(
      `warning: synchronous_commit is off: when the database crashes, it loses the last writes that it acknowledged. Run: ${WAYS_OUT(role, database, 'synchronous_commit = on')};`,
    );
    await change(`alter role ${role} set synchronous_commit = 'local'`);
    expect(await look('database', { DATABASE_URL: url })).not.toContain('synchronous_commit');
  });

  it('is found where the tables were made in a schema named like the role, too', async () => {
    const { role, url, change } = await openChanged();
    await change(`create schema ${role}; create table ${role}._prisma_migrations (id int)`);
    const found = await look('database', { DATABASE_URL: url });
    expect(found).toContain(
      `wrong: The schema ${role} holds tables of the service, too, which uses those of public alone.`,
    );
    // Only the tables of public count.
    expect(found).toMatch(/ok: All \d+ migrations are applied/);
  });

  it('is found where the database is in an encoding that can not write every name', async () => {
    const name = `fis_latin_${randomBytes(4).toString('hex')}`;
    const superuser = new pg.Client({ connectionString: base().DATABASE_URL });
    await superuser.connect();
    await superuser.query(`create database ${name} encoding 'LATIN1' locale 'C' template template0`);
    closes.push(async () => {
      await superuser.query(`drop database ${name} with (force)`);
      await superuser.end();
    });
    const url = Object.assign(new URL(base().DATABASE_URL), { pathname: `/${name}` }).href;
    expect(await look('database', { DATABASE_URL: url })).toContain(
      "wrong: The database is in LATIN1, in which not every name can be written. Give the service one that was made with: encoding 'UTF8' template template0.",
    );
  });
});
