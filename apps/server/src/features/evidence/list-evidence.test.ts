import type { Evidence } from '@field-inspection/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { joinSession, type JoinedDevice } from '../../testing/join-session.ts';
import { openPeople } from '../../testing/open-people.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const listOn = async (device: JoinedDevice) =>
  (await device.call('GET', '/evidence')).body['data'] as Evidence[];

test('a device is shown the locations of its own person’s evidence, and of nobody else’s; the operator all', async () => {
  const people = openPeople(server);
  const ada = await joinSession(server);
  const ben = await people.joinBeside(ada);
  const locations = [
    { device: ada, lat: 45.5 },
    { device: ben, lat: 46.5 },
  ];
  for (const { device, lat } of locations) {
    server.clock.advance(1);
    await people.answer(device, { camera: 'granted', gps: 'granted' });
    const sent = await people.photograph(device, `?lat=${lat}&lon=9.5`);
    expect(sent.body['gps']).toEqual({ lat, lon: 9.5, accuracy: null });
  }
  const latitudes = (evidence: readonly Pick<Evidence, 'gps'>[]) =>
    evidence.map(({ gps }) => gps?.lat ?? null);
  expect(latitudes(await listOn(ada))).toEqual([null, 45.5]);
  expect(latitudes(await listOn(ben))).toEqual([46.5, null]);
  const { data } = await server.client.evidence.list({ session_id: ada.sessionId });
  expect(latitudes(data)).toEqual([46.5, 45.5]);
});
