import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ConfigError } from '../../../config/read-config.ts';
import { cloneDatabase } from '../../../testing/clone-database.ts';
import { ODD_SETTINGS, setOddly } from '../../../testing/odd-settings.ts';
import { openDatabase } from '../open-database.ts';
import { checkPools } from './check-pools.ts';

const ROLE = `pooled ${randomBytes(4).toString('hex')}`;

let superuser: pg.Client;
let direct: string;
let pooled: string;
let drop: () => Promise<void>;

/** A pooler gives a connection the role alone and no setting. */
beforeAll(async () => {
  const clone = await cloneDatabase();
  ({ databaseUrl: direct, drop } = clone);
  superuser = new pg.Client({ connectionString: direct });
  await superuser.connect();
  await superuser.query(`alter database ${new URL(direct).pathname.slice(1)} set timezone to 'Europe/Rome'`);
  await superuser.query(`create role "${ROLE}" login password 'secret'`);
  pooled = Object.assign(new URL(direct), { username: ROLE, password: 'secret' }).href;
});
afterAll(async () => {
  await superuser.end();
  await drop();
});

const refusalOf = (addresses: Parameters<typeof checkPools>[0]): Promise<string> =>
  checkPools(addresses).then(
    () => 'none',
    (error: unknown) => {
      expect(error).toBeInstanceOf(ConfigError);
      return (error as Error).message;
    },
  );

describe('checkPools', () => {
  it('asks nothing of a role that connections tell their settings', async () => {
    await checkPools({ databaseUrl: pooled });
  });

  it('asks for each setting that a role behind a pooler lacks, and is content once what it says was run', async () => {
    const refusal = await refusalOf({
      databaseUrl: pooled,
      databasePreparedUrl: pooled,
      databaseDirectUrl: direct,
    });
    expect(refusal).toMatch(
      /^DATABASE_URL: .*\n(alter role .*;\n){4,}DATABASE_PREPARED_URL: .*\n(alter .*;\n?){8,}$/,
    );
    expect(refusal).toContain(
      `alter role "${ROLE}" in database ${new URL(direct).pathname.slice(1)} set statement_timeout = '5000';`,
    );
    for (const [statement] of refusal.matchAll(/^alter .*$/gm)) await superuser.query(statement);
    await checkPools({ databaseUrl: pooled, databasePreparedUrl: pooled, databaseDirectUrl: direct });
  });

  it('gives connections through a pooler these settings, of Prisma and of the pool', async () => {
    const database = openDatabase({
      databaseUrl: pooled,
      databasePreparedUrl: pooled,
      databaseDirectUrl: direct,
    });
    const ask = `select current_user as role, current_setting('statement_timeout') as limit`;
    const expected = [{ role: ROLE, limit: '5s' }];
    expect(await database.prisma.$queryRawUnsafe(ask)).toEqual(expected);
    expect((await database.pool.query(ask)).rows).toEqual(expected);
    expect((await database.direct.query<{ role: string }>(ask)).rows[0]!.role).not.toBe(ROLE);
    await database.close();
  });

  it('asks for whatever others have set otherwise, and for the schema where one is named like the role', async () => {
    const database = new URL(direct).pathname.slice(1);
    await superuser.query(`alter role "${ROLE}" in database ${database} reset all; create schema "${ROLE}"`);
    await superuser.query(`grant usage on schema "${ROLE}" to "${ROLE}"`);
    await superuser.query(setOddly(`role "${ROLE}"`));
    const refusal = await refusalOf({ databaseUrl: pooled, databaseDirectUrl: direct });
    const asked = [...refusal.matchAll(/ set (\w+) = /g)].map(([, name]) => name);
    // node-postgres sends these settings as it connects, so they are right already.
    const set = Object.keys(ODD_SETTINGS).filter((name) => name !== 'client_encoding');
    expect(asked).toEqual(expect.arrayContaining([...set, 'search_path', 'statement_timeout']));
    for (const [statement] of refusal.matchAll(/^alter .*$/gm)) await superuser.query(statement);
    await checkPools({ databaseUrl: pooled, databaseDirectUrl: direct });
  });

  it('says which address nobody answers at', async () => {
    expect(await refusalOf({ databaseUrl: 'postgresql://127.0.0.1:1/x', databaseDirectUrl: direct })).toBe(
      'DATABASE_URL: no database answers there (ECONNREFUSED). Start it, or correct the host and the port.',
    );
  });
});
