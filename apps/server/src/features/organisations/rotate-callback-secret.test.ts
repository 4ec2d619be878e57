import { CallbackSecret } from '@field-inspection/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedOrganisation } from '../../testing/seed-organisation.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const openTenant = async () => {
  const { organisationId, apiKey } = await seedOrganisation(server.context);
  return { organisationId, client: server.clientOf(apiKey) };
};
const readRow = (id: string) =>
  server.context.database.prisma.organisation.findUniqueOrThrow({ where: { id } });
const dayLater = () => new Date(server.clock.now().getTime() + 86_400_000).toISOString();

test('the first has none before it; the next says until when the one before signs', async () => {
  const { client } = await openTenant();
  const first = await client.org.rotateCallbackSecret();
  expect(CallbackSecret.strict().parse(first)).toEqual(first);
  expect(first).toEqual({
    signing_secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/) as string,
    previous_expires_at: null,
  });
  const second = await client.org.rotateCallbackSecret();
  expect(second.previous_expires_at).toBe(dayLater());
  expect(second.signing_secret).not.toBe(first.signing_secret);
});

test('is kept sealed, and touches no other organisation', async () => {
  const [{ organisationId, client }, other] = [await openTenant(), await openTenant()];
  const { signing_secret } = await client.org.rotateCallbackSecret();
  const row = await readRow(organisationId);
  expect(JSON.stringify(row)).not.toContain(signing_secret.slice('whsec_'.length));
  const context = `organisations/${organisationId}/callback-secret`;
  expect(server.context.keyring.open(row.callback_secret_sealed!, context)).toBe(signing_secret);
  expect((await readRow(other.organisationId)).callback_secret_sealed).toBeNull();
});

test("the organisation's own chain tells who rotated and until when the one before signs, once, and no secret", async () => {
  const { client } = await openTenant();
  const first = await client.org.rotateCallbackSecret({ idempotencyKey: 'told' });
  await client.org.rotateCallbackSecret({ idempotencyKey: 'told' });
  const second = await client.org.rotateCallbackSecret();
  const { data } = await client.org.listAudit();
  expect(data.map(({ kind, payload }) => [kind, payload.previous_expires_at])).toEqual([
    ['organisation.callback_secret_rotated', second.previous_expires_at],
    ['organisation.callback_secret_rotated', null],
  ]);
  expect(data[0]!.payload.credential_id).toMatch(/^[0-9a-f-]{36}$/);
  for (const { signing_secret } of [first, second])
    expect(JSON.stringify(data)).not.toContain(signing_secret.slice('whsec_'.length));
});

test('a replay tells the same secret and rotates nothing', async () => {
  const { organisationId, client } = await openTenant();
  const first = await client.org.rotateCallbackSecret({ idempotencyKey: 'rotate' });
  expect(await client.org.rotateCallbackSecret({ idempotencyKey: 'rotate' })).toEqual(first);
  expect((await readRow(organisationId)).previous_callback_secret_sealed).toBeNull();
});

test('ten at once take their turns: the last two are kept, and each was told to somebody', async () => {
  const { organisationId, client } = await openTenant();
  const told = await Promise.all(Array.from({ length: 10 }, () => client.org.rotateCallbackSecret()));
  const secrets = new Set(told.map(({ signing_secret }) => signing_secret));
  expect(secrets.size).toBe(10);
  expect(told.filter(({ previous_expires_at }) => previous_expires_at === null)).toHaveLength(1);
  const { callback_secret_sealed, previous_callback_secret_sealed } = await readRow(organisationId);
  const kept = [callback_secret_sealed, previous_callback_secret_sealed].map((sealed) =>
    server.context.keyring.open(sealed!, `organisations/${organisationId}/callback-secret`),
  );
  expect(new Set(kept).size).toBe(2);
  expect(kept.filter((secret) => !secrets.has(secret))).toEqual([]);
});
