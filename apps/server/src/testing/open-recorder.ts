import { createHash } from 'node:crypto';
import { joinSession, type JoinedDevice } from './join-session.ts';
import { encodeMetadata } from './open-uploader.ts';
import type { TestServer } from './start-test-server.ts';

type Part = { offset: number; body: Uint8Array; length?: number };

export const openRecorder = (server: TestServer, token = server.seed.apiKey) => {
  const call = (method: string, url: string, headers: Record<string, string>, body?: Uint8Array) =>
    fetch(url, {
      method,
      headers: { authorization: `Bearer ${token}`, 'tus-resumable': '1.0.0', ...headers },
      ...(body ? { body: Buffer.from(body) } : {}),
    });
  const partHeaders = ({ offset, length }: Pick<Part, 'offset' | 'length'>) => ({
    'upload-offset': String(offset),
    'content-type': 'application/offset+octet-stream',
    ...(length === undefined ? {} : { 'upload-length': String(length) }),
  });
  return {
    call,
    partHeaders,
    /** Everybody has consented to the recording. */
    record: async (): Promise<JoinedDevice> => {
      const device = await joinSession(server);
      await device.call('PATCH', '/consent', { recording: 'granted', gps: 'granted' });
      await server.client.sessions.startRecording(device.sessionId);
      return device;
    },
    begin: async (sessionId: string, headers: Record<string, string> = {}) => {
      const metadata = encodeMetadata({ filetype: 'video/webm;codecs=vp8,opus', session: sessionId });
      const response = await call('POST', `${server.baseUrl}/v1/field/uploads`, {
        'upload-defer-length': '1',
        'upload-metadata': metadata,
        ...headers,
      });
      return { response, url: response.headers.get('location') ?? '' };
    },
    feed: (url: string, { body, ...part }: Part) => call('PATCH', url, partHeaders(part), body),
    offsetOf: async (url: string) => (await call('HEAD', url, {})).headers.get('upload-offset'),
    rowOf: (url: string) =>
      server.context.database.prisma.evidence.findFirstOrThrow({ where: { id: url.split('/').at(-1)! } }),
    contentOf: async (url: string) => {
      const { organisation_id, id, sha256 } = await openRecorder(server).rowOf(url);
      const bytes = await server.context.objects.get(`${organisation_id}/${id}/${sha256}`);
      return Buffer.concat(await bytes.toArray());
    },
  };
};

export const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
