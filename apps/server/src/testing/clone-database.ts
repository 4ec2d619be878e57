import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { inject } from 'vitest';

declare module 'vitest' {
  export interface ProvidedContext {
    /** A database server on which tests may make databases, and its migrated template. */
    postgresUrl: string;
  }
}

type TestDatabase = { databaseUrl: string; drop: () => Promise<void> };

/** A database of the test's own, cloned from the migrated template. */
export const cloneDatabase = (): Promise<TestDatabase> => createDatabase('template fis_template');

/** A database that nobody has migrated. */
export const createEmptyDatabase = (): Promise<TestDatabase> => createDatabase('');

const createDatabase = async (options: string): Promise<TestDatabase> => {
  const postgresUrl = inject('postgresUrl');
  const name = `fis_${randomBytes(6).toString('hex')}`;
  await runOn(postgresUrl, `create database ${name} ${options}`);
  const databaseUrl = new URL(postgresUrl);
  databaseUrl.pathname = `/${name}`;
  return {
    databaseUrl: databaseUrl.href,
    drop: async () => {
      await awaitGone(postgresUrl, name);
      await runOn(postgresUrl, `drop database if exists ${name} with (force)`);
    },
  };
};

const GRACE_MS = 500;

/**
 * A pool that has ended still has its connections closed, which takes a moment: one that the server ends before is an
 * error that nobody listens for any more. What stays longer is a test's own, and goes by force.
 */
const awaitGone = async (postgresUrl: string, name: string): Promise<void> => {
  const client = new pg.Client({ connectionString: postgresUrl });
  await client.connect();
  try {
    const deadline = Date.now() + GRACE_MS;
    const look = () => client.query('select from pg_stat_activity where datname = $1', [name]);
    while ((await look()).rowCount !== 0 && Date.now() < deadline) await sleep(10);
  } finally {
    await client.end();
  }
};

const runOn = async (url: string, statement: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
};
