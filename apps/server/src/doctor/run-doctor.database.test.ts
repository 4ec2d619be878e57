import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { cloneDatabase, createEmptyDatabase } from '../testing/clone-database.ts';
import { isOddRun } from '../testing/odd-settings.ts';
import { runDoctor } from './run-doctor.ts';
import { SECRET, useDoctor } from './testing/use-doctor.ts';

const { base, closes, examine, look } = useDoctor();

describe('the database', () => {
  it.skipIf(isOddRun)('that is as it should be', async () => {
    const found = await look('database');
    expect(found).toMatch(
      /^ok: PostgreSQL \d+\S* answers, and holds \d+ \w+\.\nok: All \d+ migrations are applied\./,
    );
    expect(found).toContain('ok: A row can be written.\nok: MASTER_KEYS has the keys');
    expect(found).toContain('warning: Its role');
    expect(found).toContain('ok: Its clock and this host agree.');
  });
  it('of several hosts: which is the primary, and which does not answer', async () => {
    const DATABASE_URL = base().DATABASE_URL.replace(/@[^/]*/, (host) => `@127.0.0.1:1,${host.slice(1)}`);
    const found = await look('database', { DATABASE_URL });
    expect(found).toContain('warning: DATABASE_URL: 127.0.0.1:1: Nothing answers there (ECONNREFUSED).');
    expect(found).toMatch(/ok: DATABASE_URL: 127\.0\.0\.1:\d+ is the primary\./);
    expect(found).toContain('ok: A row can be written.');
  });

  it('that nobody has migrated waits for its first start, which is nothing wrong', async () => {
    const empty = await createEmptyDatabase();
    closes.push(empty.drop);
    const found = await look('database', { DATABASE_URL: empty.databaseUrl });
    expect(found).toContain(
      'warning: There are no tables yet: the database waits for its first start. Start the server, which makes them.',
    );
    expect(found).not.toContain('wrong');
    await runSql(empty.databaseUrl, 'create table other (id int)');
    expect(await look('database', { DATABASE_URL: empty.databaseUrl })).toContain(
      'wrong: The database is not empty, and no migration made what is in it.',
    );
  });

  it.skipIf(isOddRun)('that nobody has migrated, and whose roles may not', async () => {
    const empty = await createEmptyDatabase();
    const role = await createRole();
    closes.push(empty.drop);
    const DATABASE_URL = role.urlOf(empty.databaseUrl);
    expect(await look('database', { DATABASE_URL })).toContain(
      'wrong: There are no tables yet, and its role may not make them. Set DATABASE_OWNER_URL, too',
    );
    expect(await look('database', { DATABASE_URL, DATABASE_OWNER_URL: empty.databaseUrl })).toContain(
      'warning: There are no tables yet',
    );
    expect(await look('owner', { DATABASE_OWNER_URL: empty.databaseUrl })).toMatch(
      /^ok: DATABASE_OWNER_URL: the role \w+ may make and change the tables\.$/,
    );
    expect(await look('owner', { DATABASE_OWNER_URL: DATABASE_URL })).toMatch(
      /^wrong: DATABASE_OWNER_URL: the role \w+ may not make or change the tables\. Name the one/,
    );
    expect(await look('owner', { DATABASE_OWNER_URL: role.urlOf(base().DATABASE_URL) })).toMatch(
      /^wrong: DATABASE_OWNER_URL: the role \w+ may not make or change the tables\. Name the one/,
    );
  });

  it.skipIf(isOddRun)(
    'that one role served until now waits for the start that gives the new role its rights',
    async () => {
      const other = await cloneDatabase();
      const role = await createRole();
      closes.push(other.drop);
      const DATABASE_URL = role.urlOf(other.databaseUrl);
      const found = await look('database', { DATABASE_URL, DATABASE_OWNER_URL: other.databaseUrl });
      expect(found).toMatch(
        /warning: Its role \w+ has no right to the tables yet\. Start the server with DATABASE_OWNER_URL/,
      );
      expect(found).not.toContain('wrong');
      expect(await look('database', { DATABASE_URL })).toMatch(
        /wrong: Its role \w+ has no right to the tables yet\. Set DATABASE_OWNER_URL, too/,
      );
    },
  );

  it('in DATA_DIR that nobody has migrated waits for its first start, too: its owner is there', async () => {
    const empty = await createEmptyDatabase();
    const role = await createRole();
    closes.push(empty.drop);
    const { DATA_DIR } = base();
    const findings = await runDoctor({ DATA_DIR }, async () => ({
      databaseUrl: role.urlOf(empty.databaseUrl),
    }));
    expect(findings.filter(({ part, state }) => part === 'database' && state !== 'ok')).toMatchObject([
      { state: 'warning', words: expect.stringContaining('waits for its first start') as string },
    ]);
  });

  it('that knows other master keys: it says which, as the start does, and notes nothing', async () => {
    const other = await cloneDatabase();
    closes.push(other.drop);
    const read = () => look('database', { DATABASE_URL: other.databaseUrl });
    const note = (kid: string) =>
      runSql(
        other.databaseUrl,
        `insert into master_keys (kid, proof, first_used_at) values ('${kid}', 'x', now())`,
      );
    await runSql(other.databaseUrl, 'delete from master_keys');
    expect(await read()).toContain('ok: MASTER_KEYS has the keys');
    await note('k0');
    await note('k1');
    const found = await read();
    expect(found).toContain(
      'wrong: MASTER_KEYS: lacks the key k0, under which values of the database are sealed.',
    );
    expect(found).toContain(
      'wrong: MASTER_KEYS: the key k1 is not the one that the database knows by this id.',
    );
  });

  it('that lacks a migration, or is of a newer release', async () => {
    const other = await cloneDatabase();
    closes.push(other.drop);
    const change = (sql: string) => runSql(other.databaseUrl, sql);
    const found = () => look('database', { DATABASE_URL: other.databaseUrl });
    await change("delete from _prisma_migrations where migration_name like '%facts_of_work'");
    expect(await found()).toMatch(/wrong: 1 of \d+ migrations are missing\. Start the server/);
    await change(
      "insert into _prisma_migrations (id, checksum, migration_name, finished_at) values ('x', 'x', 'later', now())",
    );
    expect(await found()).toContain(
      'wrong: The database has 1 migrations of a newer release. Start that release.',
    );
  });
  it('that may only be read', async () => {
    const url = new URL(base().DATABASE_URL);
    url.searchParams.set('options', '-c default_transaction_read_only=on');
    expect(await look('database', { DATABASE_URL: url.href })).toContain(
      'wrong: No row can be written: the database may only be read (25006). When it failed over, name all its hosts in DATABASE_URL.',
    );
  });
  it('whose disk is full', async () => {
    const other = await cloneDatabase();
    closes.push(other.drop);
    await runSql(
      other.databaseUrl,
      `create function refuse_row() returns trigger language plpgsql
        as $$ begin raise exception using errcode = '53100'; end $$;
      create trigger full_disk before insert on write_probes for each row execute function refuse_row()`,
    );
    expect(await look('database', { DATABASE_URL: other.databaseUrl })).toContain(
      'wrong: No row can be written: the database has no room left on its disk (53100). Make room on the disk',
    );
  });
  it('that is not had: each cause has its own advice, for every address, and no other', async () => {
    const wrongPassword = Object.assign(new URL(base().DATABASE_URL), { password: SECRET }).href;
    const missing = Object.assign(new URL(base().DATABASE_URL), { pathname: '/missing' }).href;
    const full = await createRole('connection limit 0');
    const words: [string, string][] = [
      [`postgresql://u:${SECRET}@127.0.0.1:1/x`, 'no database answers there (ECONNREFUSED). Start it,'],
      [
        `postgresql://u:${SECRET}@none.invalid/x`,
        "its host's name leads nowhere (ENOTFOUND). Correct the name",
      ],
      [wrongPassword, 'the user or the password is refused (28P01). Correct them'],
      [missing, 'there is no such database (3D000). Make it, or correct its name.'],
      [full.urlOf(base().DATABASE_URL), 'it has no connection left (53300). Raise the limit'],
    ];
    await Promise.all(
      words.map(async ([url, expected]) => {
        const findings = await examine({ DATABASE_URL: url, DATABASE_OWNER_URL: url });
        const said = findings.filter(({ part }) => part === 'database' || part === 'owner');
        expect(said.map(({ state, words }) => `${state}: ${words}`)).toEqual([
          expect.stringMatching(startingWith(`wrong: DATABASE_URL: ${expected}`)),
          expect.stringMatching(startingWith(`wrong: DATABASE_OWNER_URL: ${expected}`)),
        ]);
        expect(JSON.stringify(said)).not.toContain('Check DATABASE');
      }),
    );
  });
});

const createRole = async (limits = '') => {
  const name = `fis_doctor_${randomBytes(4).toString('hex')}`;
  await runSql(base().DATABASE_URL, `create role ${name} login password '${SECRET}' ${limits}`);
  closes.push(() => runSql(base().DATABASE_URL, `drop role ${name}`));
  return { urlOf: (url: string) => Object.assign(new URL(url), { username: name, password: SECRET }).href };
};

const startingWith = (text: string) => new RegExp(`^${text.replaceAll(/[.()?]/g, '\\$&')}`);

const runSql = async (databaseUrl: string, sql: string): Promise<void> => {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(sql);
  await client.end();
};
