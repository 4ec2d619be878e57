import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addMember } from '../testing/add-member.ts';
import { callApi } from '../testing/call-api.ts';
import { createCredential } from '../testing/create-credential.ts';
import { startTestServer, type TestServer } from '../testing/start-test-server.ts';
import { COMMANDS } from './commands.ts';
import { AdminError, readOptions } from './options.ts';

const MISSING = '019a9f6e-3c0a-7bd2-8c11-5d2f0f6d9a01';
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

describe('credential create', () => {
  const create = (...argv: string[]) =>
    admin<{ id: string }>(
      ...['credential', 'create', '--organisation', server.seed.organisationId, '--scope', 'sessions:read'],
      ...argv,
    );

  it("refuses a member's address as a machine's, in whatever letters, and says --member with the id", async () => {
    const { organisationId } = server.seed;
    const person = { name: 'Ada', role: 'inspector', locale: 'en' } as const;
    const { id } = await addMember(server.context, { ...person, organisationId, email: 'ada@example.com' });
    for (const address of ['ada@example.com', 'ADA@example.com']) {
      const refused = create('--operator-email', address);
      await expect(refused).rejects.toThrow(AdminError);
      await expect(refused).rejects.toThrow(`is the address of a member. Give --member ${id} in its place`);
    }
    const { id: credential } = await create('--member', id);
    const where = { organisation_id_id: { organisation_id: organisationId, id: credential } };
    expect(await server.context.database.prisma.credential.findUnique({ where })).toMatchObject({
      member_id: id,
      operator_email: 'ada@example.com',
    });
    await admin('member', 'remove', '--organisation', organisationId, '--member', id);
    expect(await create('--operator-email', 'ada@example.com')).toHaveProperty('api_key');
  });

  it('takes --operator-email or --member: neither and both are refused, and say so', async () => {
    await expect(create()).rejects.toThrow('--operator-email EMAIL is missing, or --member ID for a key');
    const both = create('--operator-email', 'ops@example.com', '--member', MISSING);
    await expect(both).rejects.toThrow('Give --operator-email or --member, not both');
    const unknown = create('--member', MISSING);
    await expect(unknown).rejects.toThrow('There is no active member with this id in the organisation.');
  });
});

describe('lists and changes of what is not there', () => {
  it.each([
    [['member', 'list', '--organisation', MISSING], 'There is no organisation with this id.'],
    [['credential', 'list', '--organisation', MISSING], 'There is no organisation with this id.'],
    [['member', 'disable', '--organisation', MISSING, '--member', MISSING], 'There is no organisation with'],
    [['job', 'retry'], '--job ID or --kind KIND is missing'],
    [['job', 'retry', '--job', '1', '--kind', 'x'], 'Give --job ID or --kind KIND, not both'],
  ])('%j is refused in words', async (argv, words) => {
    const refused = admin(...argv);
    await expect(refused).rejects.toThrow(AdminError);
    await expect(refused).rejects.toThrow(words);
  });
});
