import { joinSession, type JoinedDevice } from './join-session.ts';
import type { TestServer } from './start-test-server.ts';

type Call = { url: string; headers?: Record<string, string>; body?: Uint8Array; token?: string };

/** Request by request, as a device sends them. */
export const openUploader = (server: TestServer) => {
  const url = `${server.baseUrl}/v1/field/uploads`;
  const call = (device: JoinedDevice, method: string, { url: address, headers, body, token }: Call) =>
    fetch(address, {
      method,
      headers: { authorization: `Bearer ${token ?? device.token}`, 'tus-resumable': '1.0.0', ...headers },
      ...(body ? { body: Buffer.from(body) } : {}),
    });
  return {
    url,
    call,
    joinWithConsent: async (): Promise<JoinedDevice> => {
      const device = await joinSession(server);
      await device.call('PATCH', '/consent', { camera: 'granted', gps: 'granted' });
      return device;
    },
    begin: async (device: JoinedDevice, size: number, metadata: UploadWords = {}) => {
      const headers = {
        'upload-length': String(size),
        'upload-metadata': encodeMetadata({ filetype: 'image/jpeg', ...metadata }),
      };
      const response = await call(device, 'POST', { url, headers });
      return { response, url: response.headers.get('location') ?? '' };
    },
    patch: (device: JoinedDevice, { offset, ...part }: Pick<Call, 'url' | 'body'> & { offset: number }) =>
      call(device, 'PATCH', {
        ...part,
        headers: { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
      }),
    rowOf: (address: string) =>
      server.context.database.prisma.evidence.findFirstOrThrow({ where: { id: address.split('/').at(-1)! } }),
  };
};

type UploadWords = Record<string, string | Uint8Array>;

export const encodeMetadata = (metadata: UploadWords): string =>
  Object.entries(metadata)
    .map(([key, value]) => `${key} ${Buffer.from(value as string).toString('base64')}`)
    .join(',');
