import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callApi } from '../testing/call-api.ts';
import { createCredential } from '../testing/create-credential.ts';
import { startTestServer, type TestServer } from '../testing/start-test-server.ts';
import { COMMANDS } from './commands.ts';
import { AdminError, readOptions } from './options.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const admin = async <T>(...argv: string[]): Promise<T> => {
  const options = readOptions(argv);
  const result = await COMMANDS[options.command]!.run(server.context, options);
  return JSON.parse(JSON.stringify(result)) as T;
};

const makeCredential = () =>
  createCredential(server.context, {
    ...{ organisationId: server.seed.organisationId, name: 'CI', scopes: ['sessions:read'] },
    operatorEmail: 'ops@example.com',
  });

const readEntries = async (credential: string) => {
  const entries = await server.context.database.prisma.orgEntry.findMany({
    where: { kind: 'key.changed', payload: { path: ['credential'], equals: credential } },
    orderBy: { sequence: 'asc' },
  });
  return entries.map(({ payload }) => payload);
};

describe('credential update', () => {
  it('changes name, end and networks, from the next request on, and is in the own chain', async () => {
    const { id: credential, api_key: apiKey } = await makeCredential();
    const update = (...argv: string[]) =>
      admin<object>('credential', 'update', '--credential', credential, ...argv);
    const read = async () => (await callApi(server, 'GET /sessions', { apiKey })).status;
    const bound = ['--name', 'Night', '--expires-at', '2100-01-01', '--network', '203.0.113.0/24'];
    const changed = { name: 'Night', expires_at: '2100-01-01T00:00:00.000Z' };
    expect(await update(...bound)).toMatchObject({ ...changed, allowed_networks: ['203.0.113.0/24'] });
    expect(await read()).toBe(401);
    expect(await update('--network', 'any')).toMatchObject({ ...changed, allowed_networks: [] });
    expect(await read()).toBe(200);
    expect(await update('--expires-at', 'never')).toMatchObject({ name: 'Night', expires_at: null });
    expect(await readEntries(credential)).toMatchObject([
      { host: true, credential, networks: ['203.0.113.0/24'], expires_at: changed.expires_at },
      { host: true, credential, networks: [], expires_at: changed.expires_at },
      { host: true, credential, networks: [], expires_at: null },
    ]);
    await update('--name', 'Night');
    expect(await readEntries(credential)).toHaveLength(3);
  });

  it('refuses nothing to change, what is wrong, and what has ended, in words', async () => {
    const { id: credential } = await makeCredential();
    const update = (...argv: string[]) => admin('credential', 'update', '--credential', credential, ...argv);
    await expect(update()).rejects.toThrow('--name, --expires-at or --network is missing');
    await expect(update('--expires-at', '2001-01-01')).rejects.toThrow('in the future');
    await expect(update('--network', 'any', '--network', '10.0.0.0/8')).rejects.toThrow(
      '--network any is not',
    );
    await expect(update('--name', 'x'.repeat(201))).rejects.toThrow('1 to 200 characters');
    await admin('credential', 'revoke', '--credential', credential);
    const refused = update('--name', 'Night');
    await expect(refused).rejects.toThrow(AdminError);
    await expect(refused).rejects.toThrow('The credential has ended.');
  });
});
