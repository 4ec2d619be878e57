import { createHash } from 'node:crypto';
import type { FieldInspection } from '@field-inspection/sdk';
import { joinSession } from '@field-inspection/server/testing/join-session';
import { takePhoto } from '@field-inspection/server/testing/take-photo';

export const inspectSite = async (server: { client: FieldInspection; baseUrl: string }) => {
  const device = await joinSession(server);
  await device.call('PATCH', '/consent', { camera: 'granted', gps: 'granted' });
  const photo = await takePhoto();
  const { status, body } = await device.send('/photos', photo, { 'content-type': 'image/jpeg' });
  if (status !== 201) throw new Error(`The photo was answered with ${status}: ${JSON.stringify(body)}`);
  return {
    device,
    sessionId: device.sessionId,
    evidenceId: String(body['id']),
    sha256: createHash('sha256').update(photo).digest('hex'),
  };
};

export const startInspections = (server: { client: FieldInspection; baseUrl: string }) => {
  let isStopping = false;
  const counts = { ended: 0 };
  const run = async () => {
    while (!isStopping) {
      const { sessionId } = await inspectSite(server);
      await server.client.sessions.end(sessionId);
      counts.ended += 1;
    }
  };
  const running = run();
  // stop() throws a failure.
  running.catch(() => {});
  return {
    counts,
    stop: async () => {
      isStopping = true;
      await running;
    },
  };
};
