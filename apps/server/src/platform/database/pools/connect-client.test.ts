import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { migrateDatabase } from '../../migrations/migrate-database.ts';
import { connectClient } from './connect-client.ts';

let silence: Server;
let silent: string;
beforeAll(async () => {
  silence = createServer((socket) => void socket.on('error', () => {})).listen(0, '127.0.0.1');
  await once(silence, 'listening');
  silent = `postgresql://u:hush@127.0.0.1:${(silence.address() as AddressInfo).port}/x`;
});
afterAll(() => void silence.close());

const messageOf = (work: Promise<unknown>) =>
  work.then(
    () => 'it was done',
    (error: Error) => `${error.name}: ${error.message}`,
  );
const SILENT = (variable: string) =>
  `ConfigError: ${variable}: it gives no answer in time (ETIMEDOUT). Look whether this is PostgreSQL's port, at its load, and at firewalls in between.`;

it('gives up an address that takes a connection and never answers, in words that name the setting', async () => {
  const connecting = connectClient({ variable: 'DATABASE_OWNER_URL', url: silent }, { answerMs: 100 });
  expect(await messageOf(connecting)).toBe(SILENT('DATABASE_OWNER_URL'));
});

it('a start does not wait for such an address either, whichever setting has it', async () => {
  const databaseUrl = inject('postgresUrl');
  const migrate = (options: Partial<Parameters<typeof migrateDatabase>[0]>) =>
    messageOf(migrateDatabase({ databaseUrl, answerMs: 300, ...options }));
  expect(await migrate({ databaseUrl: silent, variable: 'DATABASE_DIRECT_URL' })).toBe(
    SILENT('DATABASE_DIRECT_URL'),
  );
  const serving = [{ variable: 'DATABASE_URL', url: silent }];
  expect(await migrate({ serving })).toBe(SILENT('DATABASE_URL'));
});

it('tells an address without a password by its setting', async () => {
  const url = Object.assign(new URL(inject('postgresUrl')), { password: '' }).href;
  expect(await messageOf(connectClient({ variable: 'DATABASE_URL', url }))).toBe(
    'ConfigError: DATABASE_URL: the user or the password is refused (28P01). Correct them; in an address both are percent-encoded.',
  );
});
