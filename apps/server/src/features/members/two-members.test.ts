import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createLogger } from '../../platform/logger.ts';
import { connectSignalling } from '../../testing/connect-signalling.ts';
import { createCredential } from '../../testing/create-credential.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';
import { addMember } from './add-member.ts';

const written: string[] = [];
let server: TestServer;
beforeAll(async () => {
  const log = createLogger('debug', { write: (line) => void written.push(line) });
  server = await startTestServer({}, { log });
});
afterAll(() => server.close());

const hire = async (name: string) => {
  const { organisationId } = server.seed;
  const email = `${name}@example.com`;
  const { id } = await addMember(server.context, {
    organisationId,
    name,
    email,
    role: 'inspector',
    locale: 'en',
  });
  const { id: credentialId, api_key } = await createCredential(server.context, {
    organisationId,
    name,
    scopes: ['sessions:read', 'sessions:write'],
    operatorEmail: email,
    memberId: id,
  });
  return { id, credentialId, client: server.clientOf(api_key) };
};

it('the keys of two members are two people in the room of a session, and neither takes the place of the other', async () => {
  const [ada, grace] = [await hire('ada'), await hire('grace')];
  const session = await ada.client.sessions.create();
  const connections = [
    await ada.client.sessions.createMediaConnection(session.id),
    await grace.client.sessions.createMediaConnection(session.id),
  ];
  const [first, second] = connections.map(({ identity }) => identity);
  expect(first).not.toBe(second);
  const one = await connectSignalling(server.baseUrl, { token: connections[0]!.token });
  expect(await one.next()).toMatchObject({ type: 'welcome', identity: first, peers: [] });
  const other = await connectSignalling(server.baseUrl, { token: connections[1]!.token });
  expect(await other.next()).toMatchObject({
    type: 'welcome',
    identity: second,
    peers: [{ identity: first, role: 'operator' }],
  });
  expect(await one.next()).toEqual({ type: 'peer_joined', identity: second, role: 'operator' });
  await server.client.members.update(grace.id, { status: 'disabled' });
  expect(await one.next()).toEqual({ type: 'peer_left', identity: second });
  await Promise.all([one.close(), other.closed]);
});

it('each line of the log says which member made the request, and none for the key of a machine', async () => {
  const [ada, grace] = [await hire('ada.two'), await hire('grace.two')];
  const session = await ada.client.sessions.create();
  written.length = 0;
  for (const { client } of [ada, grace, server]) await client.sessions.get(session.id);
  await vi.waitFor(() => expect(written).toHaveLength(3), 30_000);
  const lines = written.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(lines.map((line) => [line['msg'], line['credential_id'], line['member_id']])).toEqual([
    ['request', ada.credentialId, ada.id],
    ['request', grace.credentialId, grace.id],
    ['request', server.seed.credentialId, undefined],
  ]);
});
