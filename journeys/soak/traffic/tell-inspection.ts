import { createHash } from 'node:crypto';
import { takePhoto } from '@field-inspection/server/testing/take-photo';
import type { Acknowledged } from '../ledger.ts';
import type { Organisation } from '../open-soak-world.ts';
import { type Reply, type Request, type Sender, send, sendOnce } from './send.ts';
import { setTimeout as sleep } from 'node:timers/promises';

const ROOT = '/api/v1/public';

export const tellInspection = async (
  sender: Sender,
  { organisationId, apiKey }: Organisation,
  mark: string,
): Promise<void> => {
  const { dice, ledger } = sender;
  let step = 0;
  const operate = (request: Omit<Request, 'token' | 'key'>) =>
    send(sender, {
      ...request,
      token: apiKey,
      ...(request.method === 'GET' ? {} : { key: `${mark}-${++step}` }),
    });
  const note = (entry: Omit<Acknowledged, 'organisationId'>) =>
    ledger.acknowledged.push({ organisationId, ...entry });

  const created = expectStatus(
    sender,
    201,
    await operate({ method: 'POST', path: `${ROOT}/sessions`, json: { reference: mark } }),
  );
  const sessionId = String(created['id']);
  note({ kind: 'session', id: sessionId, sessionId, mark });
  if (dice.chance(40)) {
    const notes = `note of ${mark}`;
    expectStatus(
      sender,
      200,
      await operate({ method: 'PATCH', path: `${ROOT}/sessions/${sessionId}`, json: { notes } }),
    );
    note({ kind: 'note', id: sessionId, sessionId, mark: notes });
  }
  const field = await invite(sender, { operate, note, sessionId, mark });
  await capture(sender, { field, note, sessionId, mark });
  if (dice.chance(75)) {
    const ended = await operate({ method: 'POST', path: `${ROOT}/sessions/${sessionId}/end` });
    if (expectStatus(sender, 200, ended)['status'] === 'closed')
      note({ kind: 'end', id: sessionId, sessionId });
  }
  await operate({ method: 'GET', path: `${ROOT}/sessions/${sessionId}` });
};

type Note = (entry: Omit<Acknowledged, 'organisationId'>) => void;
type Operate = (request: Omit<Request, 'token' | 'key'>) => Promise<Reply>;
type Part = { note: Note; sessionId: string; mark: string };

const invite = async (
  sender: Sender,
  { operate, note, sessionId, mark }: Part & { operate: Operate },
): Promise<string> => {
  const { dice } = sender;
  const json = dice.chance(50) ? { recipient_email: `${mark}@example.com`, send_email: dice.chance(50) } : {};
  const path = `${ROOT}/sessions/${sessionId}/participants`;
  let minted = expectStatus(sender, 201, await operate({ method: 'POST', path, json }));
  const id = String(minted['id']);
  note({ kind: 'invite', id, sessionId, mark });
  if (dice.chance(20))
    minted = expectStatus(sender, 200, await operate({ method: 'POST', path: `${path}/${id}/reissue` }));
  const { pathname, hash } = new URL(String(minted['join_url']));
  const code = minted['otp_code'];
  const joined = await send(sender, {
    method: 'GET',
    path: `/v1/sessions/${pathname.split('/').at(-1)}/join/${hash.slice(1)}`,
    headers: code ? { 'x-join-otp': String(code) } : {},
  });
  const token = String(expectStatus(sender, 200, joined)['field_session_token']);
  note({ kind: 'join', id, sessionId });
  return token;
};

const capture = async (
  sender: Sender,
  { field, note, sessionId, mark }: Part & { field: string },
): Promise<void> => {
  const { dice } = sender;
  let step = 0;
  const act = (request: Omit<Request, 'token' | 'key'>) =>
    send(sender, { ...request, token: field, key: `${mark}-field-${++step}` });
  const consent = { camera: 'granted', ...(dice.chance(50) ? { gps: 'granted' } : {}) };
  expectStatus(sender, 200, await act({ method: 'PATCH', path: '/v1/field/consent', json: consent }));
  for (let photos = dice.below(4); photos > 0; photos--) {
    const bytes = await takePhoto({ width: 160 + dice.below(200), height: 120 });
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    if (dice.chance(40)) {
      const id = await uploadInParts(sender, { token: field, key: `${mark}-upload-${photos}`, bytes });
      if (id) note({ kind: 'upload', id, sessionId, sha256 });
      continue;
    }
    const request = { method: 'POST', path: '/v1/field/photos', bytes } as const;
    const sent = await act({ ...request, headers: { 'content-type': 'image/jpeg' } });
    note({ kind: 'photo', id: String(expectStatus(sender, 201, sent)['id']), sessionId, sha256 });
  }
  if (dice.chance(30)) await act({ method: 'POST', path: '/v1/field/leave' });
};

/** A story does nothing that may be refused, so any other status throws. */
export const expectStatus = (
  { ledger }: Pick<Sender, 'ledger'>,
  status: number,
  reply: Reply,
): Reply['body'] => {
  if (reply.status === status) return reply.body;
  const words = `${reply.status} ${String(reply.body['code'])}: ${String(reply.body['detail'])}`;
  ledger.surprises.push(`refused with ${words}`);
  throw new Error(words);
};

const GIVE_UP_MS = 90_000;

/** Uploads by tus 1.0.0 in two parts, and goes on from the offset after each fault. Gives the id. */
const uploadInParts = async (
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
