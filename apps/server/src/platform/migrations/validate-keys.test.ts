import pg from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createEmptyDatabase } from '../../testing/clone-database.ts';
import { validateKeys } from './validate-keys.ts';

let databaseUrl: string;
let client: pg.Client;
let drop: () => Promise<void>;

beforeEach(async () => {
  ({ databaseUrl, drop } = await createEmptyDatabase());
  client = await connect();
  await client.query(`
    create table houses (id int primary key);
    create table rooms (house_id int, height int);
    insert into houses values (1);
    insert into rooms values (1, 2);
    alter table rooms add constraint rooms_house foreign key (house_id) references houses (id) not valid;
    alter table rooms add constraint rooms_height check (height > 2) not valid;
  `);
});
afterEach(async () => {
  await client.end();
  await drop();
});

const connect = async () => {
  const connection = new pg.Client({ connectionString: databaseUrl });
  await connection.connect();
  return connection;
};

const listValid = async () => {
  const { rows } = await client.query<{ name: string }>(
    `select conname as name from pg_constraint where conrelid = 'rooms'::regclass and convalidated`,
  );
  return rows.map(({ name }) => name);
};

it('a foreign key that was added without a look at the rows is valid afterwards; a check stays as it was added', async () => {
  await validateKeys(client);
  expect(await listValid()).toEqual(['rooms_house']);
});

it('a transaction that has read and written both tables goes on beside it', async () => {
  const other = await connect();
  await other.query('begin; update houses set id = 1; insert into rooms values (1, 3); select * from rooms');
  await client.query('set lock_timeout = 100');
  await validateKeys(client);
  expect(await listValid()).toEqual(['rooms_house']);
  await other.end();
});

it('a table that is locked is left to the next start', async () => {
  const other = await connect();
  await other.query('begin; lock table rooms in share mode');
  await client.query('set lock_timeout = 100');
  await validateKeys(client);
  expect(await listValid()).toEqual([]);
  await other.end();
  await validateKeys(client);
  expect(await listValid()).toEqual(['rooms_house']);
});

it('a row that leads nowhere stops no start, and its key still refuses the next one', async () => {
  await client.query('alter table rooms disable trigger all; insert into rooms values (2, 3)');
  await client.query('alter table rooms enable trigger all');
  await validateKeys(client);
  expect(await listValid()).toEqual([]);
  await expect(client.query('insert into rooms values (3, 3)')).rejects.toMatchObject({ code: '23503' });
});
