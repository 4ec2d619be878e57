import { setTimeout as sleep } from 'node:timers/promises';
import { send, sendOnce, type Reply, type Request, type Sender } from './send.ts';

const GIVE_UP_MS = 90_000;

/** Uploads a photo in two parts as tus 1.0.0 asks, and goes on from where it got after each fault. Answers its id. */
export const uploadInParts = async (
  sender: Sender,
  { token, key, bytes }: { token: string; key: string; bytes: Buffer },
): Promise<string | undefined> => {
  const headers = {
    'upload-length': String(bytes.length),
    'upload-metadata': `filetype ${Buffer.from('image/jpeg').toString('base64')}`,
  };
  const tus = (request: Request): Request => ({
    ...request,
    token,
    headers: { 'tus-resumable': '1.0.0', ...request.headers },
  });
  const begun = await send(sender, tus({ method: 'POST', path: '/v1/field/uploads', headers, key }));
  const path = new URL(begun.headers.get('location') ?? 'http://no/').pathname;
  if (begun.status !== 201) {
    sender.ledger.surprises.push(`no upload: ${begun.status} ${String(begun.body['detail'])}`);
    return undefined;
  }
  const deadline = Date.now() + GIVE_UP_MS;
  while (Date.now() < deadline) {
    const head = await send(sender, tus({ method: 'HEAD', path }));
    const offset = Number(head.headers.get('upload-offset'));
    if (head.status === 200 && offset === bytes.length) return path.split('/').at(-1)!;
    const end = offset === 0 ? Math.ceil(bytes.length / 2) : bytes.length;
    const part = tus({
      method: 'PATCH',
      path,
      bytes: bytes.subarray(offset, end),
      headers: { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
    });
    const sent = await sendOnce(sender, part);
    if (isDone(sent, bytes.length)) return path.split('/').at(-1)!;
    await sleep(20 + sender.dice.below(80));
  }
  sender.ledger.surprises.push(`the upload ${path} did not get through`);
  return undefined;
};

const isDone = (reply: Reply | undefined, length: number): boolean =>
  reply?.status === 204 && Number(reply.headers.get('upload-offset')) === length;
