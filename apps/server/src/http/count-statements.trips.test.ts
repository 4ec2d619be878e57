import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { callApi } from '../testing/call-api.ts';
import { joinByLink } from '../testing/join-by-link.ts';
import { joinSession, openDevice } from '../testing/join-session.ts';
import { freshEmail, mintInviteFor } from '../testing/mint-invite-for.ts';
import { seedWebhookEndpoint } from '../testing/seed-webhook-endpoint.ts';
import { startSecondServer, type SecondServer } from '../testing/start-second-server.ts';
import { startTestServer, type TestServer } from '../testing/start-test-server.ts';
import { startTripCounter } from '../testing/start-trip-counter.ts';
import { takePhoto } from '../testing/take-photo.ts';

let server: TestServer;
let counter: Awaited<ReturnType<typeof startTripCounter>>;
let counted: SecondServer;
beforeAll(async () => {
  server = await startTestServer();
  await seedWebhookEndpoint(server.context, {
    organisationId: server.seed.organisationId,
    url: 'https://example.com/hooks',
  });
  counter = await startTripCounter(server.databaseUrl);
  counted = await startSecondServer({ ...server, databaseUrl: counter.databaseUrl });
});
afterAll(async () => {
  await counted.close();
  await counter.close();
  await server.close();
});
beforeEach(() => void counter.takeTransactions());

const IN_THREE_DAYS_MS = 72 * 3_600_000;
let keys = 0;
const call = (route: string, body?: object) =>
  callApi({ baseUrl: counted.baseUrl, seed: server.seed }, route, {
    headers: { 'idempotency-key': `trip-${++keys}` },
    body,
  });
/** Gives the statements of the only transaction, as they went over the socket, with BEGIN and COMMIT. */
const takeTrips = (): string[] => {
  const [trips, ...others] = counter.takeTransactions();
  expect(others).toEqual([]);
  expect([trips!.at(0), trips!.at(-1)]).toEqual([
    expect.stringMatching(/^begin/i),
    expect.stringMatching(/^commit/i),
  ]);
  return trips!;
};

describe('over the socket, BEGIN and COMMIT included, each under an Idempotency-Key where there may be one,', () => {
  it('creates a session in 4 round trips, its reminders, expiry and deliveries among them', async () => {
    const scheduled_for = new Date(server.clock.now().getTime() + IN_THREE_DAYS_MS).toISOString();
    for (const body of [{ notes: 'roof' }, { scheduled_for, metadata: { case: '4711' } }]) {
      expect((await call('POST /sessions', body)).status).toBe(201);
      expect(takeTrips()).toHaveLength(4);
    }
  });

  it('mints an invite with a code in 7 round trips, its messages among them', async () => {
    const { id } = await server.client.sessions.create({});
    const body = { recipient_email: freshEmail(), send_email: true };
    expect((await call(`POST /sessions/${id}/participants`, body)).status).toBe(201);
    expect(takeTrips()).toHaveLength(7);
    expect(await server.context.database.prisma.message.count({ where: { session_id: id } })).toBe(2);
  });

  it('joins with a code in 8 round trips', async () => {
    const { session, invite } = await mintInviteFor(server);
    const url = invite.join_url.replace(server.baseUrl, counted.baseUrl);
    expect((await joinByLink(url, { code: invite.otp_code })).status).toBe(200);
    expect(takeTrips()).toHaveLength(8);
    expect((await server.client.sessions.get(session.id)).status).toBe('open');
  });

  it('answers a request for consent in 7 round trips, with what the session shows by it', async () => {
    const device = await joinSession(server);
    const far = openDevice(counted.baseUrl, device);
    expect((await far.call('PATCH', '/consent', { camera: 'granted', gps: 'granted' })).status).toBe(200);
    expect(takeTrips()).toHaveLength(7);
    const { consent_state } = await server.client.sessions.get(device.sessionId);
    expect(consent_state).toEqual({ camera: 'granted', gps: 'granted' });
  });

  it('takes a photo in 2 transactions, of 5 and 10 round trips, the consent of who sends it among them', async () => {
    const device = await joinSession(server);
    await device.call('PATCH', '/consent', { camera: 'granted' });
    const far = openDevice(counted.baseUrl, device);
    const sent = await far.send('/photos', await takePhoto(), { 'content-type': 'image/jpeg' });
    expect(sent.status).toBe(201);
    expect(counter.takeTransactions().map((trips) => trips.length)).toEqual([5, 10]);
  });

  it('ends a session in 7 round trips', async () => {
    const { session } = await mintInviteFor(server);
    expect((await call(`POST /sessions/${session.id}/end`)).status).toBe(200);
    expect(takeTrips()).toHaveLength(7);
  });
});
