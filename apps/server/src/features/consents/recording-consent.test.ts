import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { joinSession } from '../../testing/join-session.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';
import { openPeople } from '../../testing/open-people.ts';

let server: TestServer;
let people: ReturnType<typeof openPeople>;
beforeAll(async () => {
  server = await startTestServer();
  people = openPeople(server);
});
afterAll(() => server.close());

describe('a recording needs the consent of everybody who is in', () => {
  test('the camera’s is not enough, and neither is that of one of two', async () => {
    const device = await joinSession(server);
    const other = await people.joinBeside(device);
    await people.answer(device, { camera: 'granted', gps: 'granted', microphone: 'granted' });
    expect(await people.startRecording(device)).toBe('consent_required');
    await people.answer(device, { recording: 'granted' });
    expect(await people.startRecording(device)).toBe('consent_required');
    expect((await people.sendRecording(device)).status).toBe(409);
    await people.answer(other, { recording: 'granted' });
    expect(await people.startRecording(device)).toBe('recording');
    expect((await people.sendRecording(device)).status).toBe(201);
  });

  test('who has left, or was revoked, is not asked', async () => {
    const device = await joinSession(server);
    await people.answer(device, { recording: 'granted' });
    const [left, revoked] = [await people.joinBeside(device), await people.joinBeside(device)];
    expect(await people.startRecording(device)).toBe('consent_required');
    await left.call('POST', '/leave');
    await server.client.participants.revoke(device.sessionId, revoked.participantId);
    expect(await people.startRecording(device)).toBe('recording');
    await left.rejoin();
    expect(await people.statusOf(device)).toBe('open');
  });

  test('it stops when somebody comes in who has not granted it, and the chain says why', async () => {
    const device = await joinSession(server);
    await people.answer(device, { recording: 'granted' });
    await people.startRecording(device);
    const underWay = await people.sendRecording(device);
    const other = await people.joinBeside(device);
    expect(await people.statusOf(device)).toBe('open');
    expect(await people.entriesOf(device, 'recording.stopped')).toEqual([
      { participant_id: other.participantId, reason: 'consent_required' },
    ]);
    // The stopped recording holds only people who were in before.
    expect(await people.fateOf(underWay)).toMatchObject({ status: 'uploading' });
    expect(await people.startRecording(device)).toBe('consent_required');
    await people.answer(other, { recording: 'granted' });
    expect(await people.startRecording(device)).toBe('recording');
  });

  test('who has granted it may come in again while it goes on', async () => {
    const device = await joinSession(server);
    await people.answer(device, { recording: 'granted' });
    await people.startRecording(device);
    await device.rejoin();
    expect(await people.statusOf(device)).toBe('recording');
  });

  test.each(['revoked', 'denied'])(
    '%s by one, it stops, and what is under way of it is not kept',
    async (value) => {
      const device = await joinSession(server);
      const other = await people.joinBeside(device);
      for (const each of [device, other]) await people.answer(each, { recording: 'granted' });
      await people.startRecording(device);
      const underWay = await people.sendRecording(device);
      await people.answer(other, { recording: value });
      expect(await people.statusOf(device)).toBe('open');
      expect(await people.fateOf(underWay)).toEqual({
        status: 'failed',
        failure_code: 'consent_required',
        failure_message: 'The consent to the recording was withdrawn.',
      });
      expect((await people.sendRecording(device)).status).toBe(409);
      expect(await people.entriesOf(device, 'recording.stopped')).toHaveLength(1);
    },
  );

  test('a withdrawal does not end with leaving: nothing that holds the person is taken after it', async () => {
    const device = await joinSession(server);
    const other = await people.joinBeside(device);
    for (const each of [device, other]) await people.answer(each, { recording: 'granted' });
    await people.answer(other, { recording: 'revoked' });
    await other.call('POST', '/leave');
    expect((await people.sendRecording(device)).status).toBe(409);
    await server.client.participants.revoke(device.sessionId, other.participantId);
    expect((await people.sendRecording(device)).status).toBe(409);
    await server.client.participants.reissue(device.sessionId, device.participantId);
    expect((await people.sendRecording(device)).status).toBe(409);
  });

  test('the denial of one who was never recorded ends no upload of the others', async () => {
    const device = await joinSession(server);
    await people.answer(device, { recording: 'granted' });
    const underWay = await people.sendRecording(device);
    await people.answer(await people.joinBeside(device), { recording: 'denied', camera: 'denied' });
    expect(await people.fateOf(underWay)).toMatchObject({ status: 'uploading' });
  });

  test('of a start and a withdrawal at once, none leaves a recording that somebody does not allow', async () => {
    for (let round = 0; round < 5; round++) {
      const device = await joinSession(server);
      await people.answer(device, { recording: 'granted' });
      await Promise.all([people.startRecording(device), people.answer(device, { recording: 'revoked' })]);
      expect(await people.statusOf(device)).toBe('open');
    }
  });
});
