import { ROLES, SCOPES, type RoleName } from '@field-inspection/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callApi, outcomeOf } from '../../testing/call-api.ts';
import { createCredential } from '../../testing/create-credential.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';
import { addMember } from './add-member.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const prisma = () => server.context.database.prisma;
/** A member with a key that may do all that their role lets them. */
const hire = async (name: string, role: RoleName = 'org_admin') => {
  const { organisationId } = server.seed;
  const email = `${name.toLowerCase()}@example.com`;
  const person = { organisationId, name, email, role, locale: 'en' as const };
  const { id } = await addMember(server.context, person);
  const operator = { organisationId, name, scopes: [...SCOPES], operatorEmail: email, memberId: id };
  const { api_key: apiKey } = await createCredential(server.context, operator);
  return { id, email, apiKey, client: server.clientOf(apiKey) };
};
const change = (id: string, data: { status?: string; role?: RoleName; email?: string }) =>
  prisma().member.updateMany({ where: { id }, data });
const read = (apiKey: string) => callApi(server, 'GET /sessions', { apiKey });

describe('the key of a member', () => {
  it.each(['disabled', 'invited', 'removed'])(
    'is none while the member is %s, in the next request',
    async (status) => {
      const { id, apiKey } = await hire(`One-${status}`);
      expect((await read(apiKey)).status).toBe(200);
      await change(id, { status, ...(status === 'removed' ? { email: '' } : {}) });
      const refused = await read(apiKey);
      expect(outcomeOf(refused)).toBe('401 unauthenticated');
      expect(refused.body.detail).toContain('of a disabled member');
    },
  );

  it('may do what it was made for and what the role lets its member do today, and no more', async () => {
    const { id, apiKey } = await hire('Fay');
    const create = () => callApi(server, 'POST /sessions', { apiKey });
    expect((await create()).status).toBe(201);
    await change(id, { role: 'observer' });
    expect(ROLES.observer).not.toContain('sessions:write');
    expect(outcomeOf(await create())).toBe('403 permission_denied');
    expect((await read(apiKey)).status).toBe(200);
  });

  it('is told that the role lacks a scope that the key has, and of one that the key lacks that the key does', async () => {
    const { id, email } = await hire('Hal');
    const operator = {
      organisationId: server.seed.organisationId,
      name: 'Hal',
      operatorEmail: email,
      memberId: id,
    };
    const { api_key: apiKey } = await createCredential(server.context, {
      ...operator,
      scopes: ['sessions:write'],
    });
    await change(id, { role: 'observer' });
    const detailOf = async (route: string, body?: object) =>
      (await callApi(server, route, { apiKey, ...(body && { body }) })).body.detail;
    expect(await detailOf('POST /sessions')).toBe(
      'This needs the scope sessions:write, which the credential has, and the role of its member does not.',
    );
    expect(await detailOf('GET /sessions')).toBe(
      'This needs the scope sessions:read, which the credential does not have.',
    );
  });

  it('gives its sessions the address that the member has today', async () => {
    const { id, client } = await hire('Gus');
    await change(id, { email: 'gus.new@example.com' });
    expect((await client.sessions.create()).operator_email).toBe('gus.new@example.com');
  });
});

it('two people are two in the chain of a session, and one of a machine is a machine there', async () => {
  const [ada, bob] = [await hire('Ada'), await hire('Bob')];
  const { id } = await ada.client.sessions.create();
  await bob.client.sessions.update(id, { locale: 'de' });
  await server.client.sessions.end(id);
  const { data } = await server.client.evidence.listChain(id);
  expect(data.map(({ kind, payload }) => [kind, payload.member_id])).toEqual([
    ['session.ended', undefined],
    ['session.updated', bob.id],
    ['session.created', ada.id],
  ]);
});
