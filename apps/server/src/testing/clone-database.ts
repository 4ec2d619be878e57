import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { awaitConnectionsGone } from './await-connections-gone.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Tests may make databases on this server; it has the migrated template. */
    postgresUrl: string;
  }
}

type TestDatabase = { databaseUrl: string; drop: () => Promise<void> };

export const cloneDatabase = (): Promise<TestDatabase> => createDatabase('template fis_template');

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
      // A connection that stays longer is a test's own, and goes by force.
      await awaitConnectionsGone(postgresUrl, { database: name, graceMs: 500 });
      await runOn(postgresUrl, `drop database if exists ${name} with (force)`);
    },
  };
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
