import { joinByLink } from './join-by-link.ts';
import { openDevice, type JoinedDevice } from './join-session.ts';
import { encodeMetadata } from './open-uploader.ts';
import type { TestServer } from './start-test-server.ts';
import { takePhoto } from './take-photo.ts';

export const NOTHING = { camera: 'pending', microphone: 'pending', gps: 'pending', recording: 'pending' };

const JPEG = { 'content-type': 'image/jpeg' };

export const openPeople = (server: TestServer) => {
  const joinBeside = async ({ sessionId }: JoinedDevice): Promise<JoinedDevice> => {
    server.clock.advance(1);
    const invite = await server.client.participants.create(sessionId);
    const join = async (): Promise<JoinedDevice> => {
      const { body } = await joinByLink(invite.join_url, { userAgent: `phone of ${invite.id}` });
      const token = body.field_session_token;
      return openDevice(server.baseUrl, { sessionId, participantId: invite.id, token, rejoin: join });
    };
    return join();
  };

  const answer = (device: JoinedDevice, answers: object) => device.call('PATCH', '/consent', answers);
  const shownOf = async ({ sessionId }: JoinedDevice) =>
    (await server.client.sessions.get(sessionId)).consent_state;
  const statusOf = async ({ sessionId }: JoinedDevice) =>
    (await server.client.sessions.get(sessionId)).status;
  const entriesOf = async ({ sessionId }: JoinedDevice, kind: string) =>
    (
      await server.context.database.prisma.auditEntry.findMany({
        where: { session_id: sessionId, kind },
        orderBy: { sequence: 'asc' },
      })
    ).map(({ payload }) => payload);
  const photograph = async (device: JoinedDevice, query = '') =>
    device.send(`/photos${query}`, await takePhoto(), JPEG);
  const startRecording = ({ sessionId }: JoinedDevice) =>
    Promise.resolve(server.client.sessions.startRecording(sessionId)).then(
      ({ status }) => status,
      (error: { code: string }) => error.code,
    );

  const sendRecording = async ({ sessionId }: JoinedDevice): Promise<Response> =>
    fetch(`${server.baseUrl}/v1/field/uploads`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${server.seed.apiKey}`,
        'tus-resumable': '1.0.0',
        'upload-length': '1000',
        'upload-metadata': encodeMetadata({ filetype: 'video/webm', session: sessionId }),
      },
    });
  const fateOf = (response: Response) =>
    server.context.database.prisma.evidence.findFirstOrThrow({
      where: { id: response.headers.get('location')!.split('/').at(-1)! },
      select: { status: true, failure_code: true, failure_message: true },
    });
  return {
    joinBeside,
    answer,
    shownOf,
    statusOf,
    entriesOf,
    photograph,
    startRecording,
    sendRecording,
    fateOf,
  };
};
