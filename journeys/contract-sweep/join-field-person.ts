import { joinSession, type JoinedDevice } from '@field-inspection/server/testing/join-session';
import type { Seed } from '@field-inspection/server/testing/seed-organisation';
import type { TestServer } from '@field-inspection/server/testing/start-test-server';
import { SAMPLE_DRAWING, SAMPLE_PHOTO } from '../requests/sample-body.ts';
import type { Ids } from '../requests/ids.ts';

export type FieldPerson = {
  device: JoinedDevice;
  ids: Pick<
    Ids,
    'session_id' | 'invite_id' | 'evidence_id' | 'owner_id' | 'hash' | 'whiteboard_id' | 'whiteboard_file'
  >;
};

/** The field person has joined a new session and consented, and has a photo and a whiteboard. */
export const joinFieldPerson = async (
  server: Pick<TestServer, 'clientOf' | 'baseUrl'>,
  seed: Seed,
): Promise<FieldPerson> => {
  const device = await joinSession({ client: server.clientOf(seed.apiKey), baseUrl: server.baseUrl });
  await device.call('PATCH', '/consent', { camera: 'granted', gps: 'granted', recording: 'granted' });
  const photo = await device.send('/photos', SAMPLE_PHOTO, { 'content-type': 'image/jpeg' });
  const whiteboard = await device.call('POST', '/whiteboards', { drawing: SAMPLE_DRAWING });
  const [evidenceId, whiteboardId] = [photo, whiteboard].map(({ status, body }) => {
    if (status === 201) return String(body['id']);
    throw new Error(`The world could not be made: ${status} ${body.detail}`);
  }) as [string, string];
  return {
    device,
    ids: {
      session_id: device.sessionId,
      invite_id: device.participantId,
      evidence_id: evidenceId,
      owner_id: evidenceId,
      hash: String(photo.body['sha256']),
      whiteboard_id: whiteboardId,
      whiteboard_file: `${whiteboardId}.png`,
    },
  };
};
