import { copyRecordings } from './copy-recordings.ts';
import { filmWebm } from './film-webm.ts';
import type { MintedInvite } from '@field-inspection/contract';
import { joinByLink, wrongCode } from './join-by-link.ts';
import { openDevice, type JoinedDevice } from './join-session.ts';
import { freshEmail } from './mint-invite-for.ts';
import { runDueJobs } from './run-due-jobs.ts';
import { startTestServer, type TestServer } from './start-test-server.ts';
import { takePhoto } from './take-photo.ts';

export type Written = {
  notes: string;
  reference: string;
  site_address: string;
  type: string;
  firstName: string;
  lastName: string;
  signer: string;
  slot: string;
  title: string;
  statement: string;
};

export const WRITTEN: Written = {
  notes: 'Leak under the ridge, north side.\nThe owner reports water in the attic.',
  reference: 'CLM-2026-004711',
  site_address: 'Via Torino 12, 20123 Milano',
  type: 'Storm damage, roof',
  firstName: 'Ada',
  lastName: 'Lovelace',
  signer: 'Ada Lovelace',
  slot: 'Ridge',
  title: 'Crack at the chimney',
  statement: 'I was there, and what was captured is complete.',
};

export const startReportServer = (): Promise<TestServer> =>
  startTestServer({}, { decoding: copyRecordings() });

export const DRAWING = {
  width: 480,
  height: 640,
  strokes: [
    {
      tool: 'arrow',
      color: '#d92d20',
      size: 8,
      points: [
        [60, 60],
        [300, 400],
      ],
    },
  ],
};

/** The session has an entry of nearly every kind, up to its end; a second passes at each step. */
export const inspectHouse = async (server: TestServer, written: Written = WRITTEN) => {
  const { client } = server;
  const tick = () => server.clock.advance(1000);
  const { type, reference, site_address, notes } = written;
  const { id: sessionId } = await client.v1.inspections.create({ type, reference, site_address });
  const [nobody] = (await client.participants.list(sessionId)).data;
  tick();
  await client.participants.revoke(sessionId, nobody!.id);
  await client.sessions.update(sessionId, { notes, locale: 'it' });
  tick();
  const device = await inviteAndJoin(server, sessionId, written);
  tick();
  const pieces = await captureAll(server, device, written);
  tick();
  const signature = await device.call('POST', '/signature', {
    name: written.signer,
    statement: written.statement,
    locale: 'it',
    drawing: { ...DRAWING, width: 600, height: 200 },
  });
  if (signature.status !== 201)
    throw new Error(`The signature was refused: ${JSON.stringify(signature.body)}`);
  await device.call('POST', '/leave');
  tick();
  return { sessionId, device, ...pieces, signature: signature.body };
};

const inviteAndJoin = async (
  server: TestServer,
  sessionId: string,
  { firstName, lastName }: Written,
): Promise<JoinedDevice> => {
  const { client, baseUrl } = server;
  const first = (await client.participants.create(sessionId, {
    recipient_first_name: firstName,
    recipient_last_name: lastName,
    recipient_email: freshEmail(),
  })) as MintedInvite;
  server.clock.advance(1000);
  const invite = (await client.participants.reissue(sessionId, first.id)) as MintedInvite;
  await joinByLink(invite.join_url, { code: wrongCode(invite.otp_code) });
  server.clock.advance(1000);
  const join = async (): Promise<JoinedDevice> => {
    const { body } = await joinByLink(invite.join_url, { code: invite.otp_code });
    const token = body.field_session_token;
    return openDevice(baseUrl, { sessionId, participantId: invite.id, token, rejoin: join });
  };
  return join();
};

const captureAll = async (server: TestServer, device: JoinedDevice, { slot, title }: Written) => {
  const tick = () => server.clock.advance(1000);
  const jpeg = { 'content-type': 'image/jpeg' };
  await device.call('PATCH', '/consent', { camera: 'granted', gps: 'granted', recording: 'granted' });
  const query = 'lat=45.4642&lon=9.19&accuracy=4.6&captured_at=2026-11-20T10:32:05.000Z';
  const placed = await device.send(
    `/photos?${query}&slot=${encodeURIComponent(slot)}`,
    await takePhoto({ width: 900, height: 700 }),
    jpeg,
  );
  tick();
  await device.call('PATCH', '/consent', { gps: 'revoked' });
  const bare = await device.send('/photos', await takePhoto(), jpeg);
  tick();
  const board = await device.call('POST', '/whiteboards', { title, drawing: DRAWING });
  const annotation = await device.call('POST', '/annotations', {
    evidence: placed.body['id'],
    drawing: DRAWING,
  });
  tick();
  const whiteboardId = String(board.body['id']);
  await device.call('PATCH', `/whiteboards/${whiteboardId}`, {
    version: 1,
    drawing: { ...DRAWING, width: 800 },
  });
  await recordVideo(server, device.sessionId);
  return { placed: placed.body, bare: bare.body, annotation: annotation.body, whiteboardId };
};

const recordVideo = async ({ client, baseUrl, seed }: TestServer, sessionId: string): Promise<void> => {
  await client.sessions.startRecording(sessionId);
  const encode = (value: string) => Buffer.from(value).toString('base64');
  const headers = { authorization: `Bearer ${seed.apiKey}`, 'tus-resumable': '1.0.0' };
  const begun = await fetch(`${baseUrl}/v1/field/uploads`, {
    method: 'POST',
    headers: {
      ...headers,
      'upload-defer-length': '1',
      'upload-metadata': `filetype ${encode('video/webm')},session ${encode(sessionId)}`,
    },
  });
  await fetch(begun.headers.get('location')!, {
    method: 'PATCH',
    headers: {
      ...headers,
      'upload-offset': '0',
      'upload-length': '1000',
      'content-type': 'application/offset+octet-stream',
    },
    body: filmWebm(1000),
  });
  await client.sessions.stopRecording(sessionId);
};

/** Every job that follows is done, the freeze among them. */
export const endSession = async (server: TestServer, sessionId: string): Promise<void> => {
  await server.client.sessions.end(sessionId);
  server.clock.advance(server.context.config.uploadGraceMs);
  await runDueJobs(server.context);
};
