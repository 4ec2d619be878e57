import pg from 'pg';

/** Copies a database that nobody is connected to; gives the address of the copy, and takes away what was there. */
export const cloneDatabase = (databaseUrl: string, name: string): Promise<string> => {
  const from = new URL(databaseUrl).pathname.slice(1);
  return makeDatabase(databaseUrl, name, `template ${from}`);
};

/** A database with nothing in it beside this one. */
export const createDatabase = (databaseUrl: string, name: string): Promise<string> =>
  makeDatabase(databaseUrl, name, '');

const makeDatabase = async (databaseUrl: string, name: string, options: string): Promise<string> => {
  await runBeside(databaseUrl, `drop database if exists ${name} with (force)`);
  await runBeside(databaseUrl, `create database ${name} ${options}`);
  const url = new URL(databaseUrl);
  url.pathname = `/${name}`;
  return url.href;
};

/** Runs a statement on another database of the same PostgreSQL. */
const runBeside = async (databaseUrl: string, statement: string): Promise<void> => {
  const url = new URL(databaseUrl);
  url.pathname = '/postgres';
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
};
