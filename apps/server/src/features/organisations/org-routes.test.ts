import { Organisation, ROLES } from '@field-inspection/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { seedOrganisation } from '../../testing/seed-organisation.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

it('shows the organisation of the key', async () => {
  const { apiKey, organisationId } = await seedOrganisation(server.context, { plan: 'free' });
  const client = server.clientOf(apiKey);
  const shown = await client.org.get();
  expect(Organisation.strict().parse(shown)).toEqual(shown);
  expect(shown).toMatchObject({
    id: organisationId,
    name: 'Acme Inspections',
    plan: 'free',
    subscription_status: 'active',
    locale: 'en',
    time_zone: 'UTC',
  });
});

it('changes name, locale and time zone, which its own chain tells, its name as it is', async () => {
  const { apiKey } = await seedOrganisation(server.context);
  const client = server.clientOf(apiKey);
  const changes = { name: 'Acme Italia', locale: 'it-IT' as const, time_zone: 'Europe/Rome' };
  expect(await client.org.update(changes)).toMatchObject({ ...changes, locale: 'it' });
  expect(await client.org.get()).toMatchObject({ ...changes, locale: 'it' });
  const { data } = await client.org.listAudit();
  expect(data.map(({ kind, payload }) => [kind, payload.time_zone, payload.name])).toEqual([
    ['organisation.changed', 'Europe/Rome', 'Acme Italia'],
  ]);
  await client.org.update(changes);
  await client.org.update({});
  await client.org.update({ name: 'Acme Roma', time_zone: 'Europe/Rome' });
  const [newest, ...before] = (await client.org.listAudit()).data;
  const { credential_id: _, ...payload } = newest!.payload;
  expect(payload).toEqual({ name: 'Acme Roma' });
  expect(before).toEqual(data);
});

it('shortens how long members stay signed in, within the bounds of the service, which its own chain tells', async () => {
  const { apiKey } = await seedOrganisation(server.context);
  const client = server.clientOf(apiKey);
  expect(await client.org.get()).toMatchObject({ sign_in_idle_minutes: 480, sign_in_life_minutes: 1_440 });
  const lives = { sign_in_idle_minutes: 15, sign_in_life_minutes: 480 };
  expect(await client.org.update(lives)).toMatchObject(lives);
  expect((await client.org.listAudit()).data.map(({ payload }) => payload)).toMatchObject([lives]);
  for (const wrong of [
    { sign_in_idle_minutes: 4 },
    { sign_in_idle_minutes: 481 },
    { sign_in_life_minutes: 4 },
    { sign_in_life_minutes: 1_441 },
    { sign_in_life_minutes: 60.5 },
  ])
    await expect(client.org.update(wrong)).rejects.toMatchObject({ code: 'validation_error' });
  expect(await client.org.get()).toMatchObject(lives);
});

it('keeps a time zone as the IANA database spells it, in whichever case it came', async () => {
  const { apiKey } = await seedOrganisation(server.context);
  const client = server.clientOf(apiKey);
  for (const [sent, kept] of [
    ['europe/rome', 'Europe/Rome'],
    ['utc', 'UTC'],
    ['asia/kolkata', 'Asia/Kolkata'],
  ] as const)
    expect((await client.org.update({ time_zone: sent })).time_zone).toBe(kept);
});

it.each(['Mars/Olympus', '+02:00', 'UTC+2', ''])('refuses %j as a time zone', async (time_zone) => {
  const refused = await server.client.org.update({ time_zone }).catch((error: unknown) => error);
  expect(refused).toMatchObject({ code: 'validation_error' });
});

it('shows the roles as they are in the contract, in the envelope of lists', async () => {
  const { data, ...envelope } = await server.client.org.getRoles();
  expect(envelope).toEqual({ has_more: false, next_cursor: null });
  expect(Object.fromEntries(data.map(({ name, scopes }) => [name, scopes]))).toEqual(ROLES);
});

it("the list of its own chain shows nothing of another organisation's", async () => {
  const other = await seedOrganisation(server.context);
  await server.clientOf(other.apiKey).org.update({ name: 'Other' });
  const { apiKey } = await seedOrganisation(server.context);
  expect((await server.clientOf(apiKey).org.listAudit()).data).toEqual([]);
});
