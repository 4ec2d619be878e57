import { setTimeout as sleep } from 'node:timers/promises';
import { connectSignalling } from '../../../apps/server/src/testing/connect-signalling.ts';
import { PUBLIC_ROOT } from '../../../packages/contract/src/laws/roots.ts';
import { callService, type ServiceCall, type ServiceReply } from './call-service.ts';
import { comeIn, type Attack, type LinkHolder } from './prepare-attack.ts';

type Fault = (attack: Attack, signal: AbortSignal) => Promise<unknown>;

const SESSIONS = `${PUBLIC_ROOT}/sessions`;
const HOUR_MS = 3_600_000;

/** As many as wait for one session at once; with the rest of the attack they make 600 calls a minute. */
const BURST = 20;
const BURST_EVERY_MS = 5_000;

/** Moves sessions so that reminders of all their invites are due at once, and sends links to a few again and again. */
const botherRecipients: Fault = async ({ callByKey, plannedIds }, signal) => {
  const pathOf = (turn: number) => `${SESSIONS}/${plannedIds[turn % plannedIds.length]}`;
  const move = (turn: number, call: number) => {
    const ahead = turn % 2 === 0 ? HOUR_MS : 24 * HOUR_MS;
    const body = { scheduled_for: new Date(Date.now() + ahead + 3_000 + call).toISOString() };
    return callByKey('move a session', { method: 'PATCH', path: pathOf(turn), body });
  };
  const moveAtOnce = (turn: number) =>
    Promise.all(Array.from({ length: BURST }, (_, call) => move(turn, call)));
  const invite = (turn: number) => {
    const body = { recipient_email: `victim${turn % 3}@example.com`, send_email: true };
    return callByKey('invite by e-mail', { method: 'POST', path: `${pathOf(turn)}/participants`, body });
  };
  await Promise.all([everyMs(BURST_EVERY_MS, signal, moveAtOnce), everyMs(500, signal, invite)]);
};

/** Each session is an event to each of the endpoints that hang. */
const hangEndpoints: Fault = ({ callByKey }, signal) =>
  everyMs(1_000, signal, () => callByKey('create a session', { method: 'POST', path: SESSIONS, body: {} }));

const PHOTOS_AT_ONCE = 16;
const UPLOADS_AT_ONCE = 8;
const UPLOAD_BYTES = 24 * 1024 ** 2;
const CHUNK = Buffer.alloc(8 * 1024 ** 2, 7);
const TUS = { 'tus-resumable': '1.0.0' };

/** Photos and uploads as fast as they are taken, until the quota, and at it. An upload is deleted before its end. */
const fillDisk: Fault = async (attack, signal) => {
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
  const send = (kind: string, call: ServiceCall): Promise<ServiceReply<unknown> | undefined> =>
    tally.tell(kind, callService(baseUrl, { token, address, ...call, headers: { ...TUS, ...call.headers } }));
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

/** An identity may have four. */
const SOCKETS_OF_A_HOLDER = 5;
const SIGNAL = { type: 'offer', sdp: 'x'.repeat(4_000) };
/** All sockets of a holder together send somewhat more than the 20 a second and the 64 KiB that are theirs. */
const SIGNAL_EVERY_MS = 200;

/** Every holder's sockets talk until they are closed, and connect again. */
const floodSignals: Fault = (attack, signal) =>
  inLoops(attack.holders.length * SOCKETS_OF_A_HOLDER, signal, async (loop) => {
    await talk(attack, attack.holders[loop % attack.holders.length]!, signal);
    await pause(200, signal);
  });

const talk = async (
  { baseUrl, tally }: Attack,
  { mediaToken: token, address }: LinkHolder,
  signal: AbortSignal,
): Promise<void> => {
  const opened = connectSignalling(baseUrl, { token, headers: { 'x-forwarded-for': address } });
  const client = await opened.catch((error: Error) => void tally.count('socket', error.message));
  if (!client) return pause(1_000, signal);
  let isOpen = true;
  const closed = client.closed.then(({ reason }) => {
    isOpen = false;
    tally.count('socket', signal.aborted ? 'left' : reason);
  });
  while (isOpen && !signal.aborted) {
    client.send(SIGNAL);
    tally.count('signal', 'sent');
    await Promise.race([pause(SIGNAL_EVERY_MS, signal), closed]);
  }
  client.socket.close();
  await closed;
};

/** Enters calls as the operator, and ends the rights of those who are in: each reissue closes a place in every process. */
const endRights: Fault = async ({ callByKey, holders, tally, baseUrl }, signal) => {
  const holderOf = (turn: number) => holders[turn % holders.length]!;
  const operate = async (turn: number) => {
    const path = `${SESSIONS}/${holderOf(turn).sessionId}/media`;
    const media = await callByKey<{ token?: string }>('ask for media', { method: 'POST', path });
    if (!media?.token) return;
    const headers = { 'x-forwarded-for': '10.9.0.1' };
    const { socket, closed } = await connectSignalling(baseUrl, { token: media.token, headers });
    setTimeout(() => socket.close(), 3_000);
    const { reason } = await closed;
    tally.count('operator in a room', reason || 'left');
  };
  const reissue = async (turn: number) => {
    const holder = holderOf(turn);
    const path = `${SESSIONS}/${holder.sessionId}/participants/${holder.inviteId}/reissue`;
    const invite = await callByKey<{ join_url?: string }>('reissue an invite', { method: 'POST', path });
    if (invite?.join_url) tally.count('join', await comeIn(holder, invite.join_url));
  };
  const read = () => callByKey('list sessions', { method: 'GET', path: `${SESSIONS}?limit=100` });
  await Promise.all([
    everyMs(1_000, signal, operate),
    everyMs(700, signal, reissue),
    everyMs(500, signal, read),
  ]);
};

export const FAULTS: readonly Fault[] = [botherRecipients, hangEndpoints, fillDisk, floodSignals, endRights];

const AT_MOST = 20;

/** Begins work at each tick until the signal, whether that before is done or not; at most so many at once. */
async function everyMs(
  ms: number,
  signal: AbortSignal,
  work: (turn: number) => Promise<unknown>,
): Promise<void> {
  const underWay = new Set<Promise<unknown>>();
  for (let turn = 0; !signal.aborted; turn++) {
    if (underWay.size < AT_MOST) {
      const begun = work(turn).catch(() => {});
      underWay.add(begun);
      void begun.then(() => underWay.delete(begun));
    }
    await pause(ms, signal);
  }
  await Promise.all(underWay);
}

/** Does work again and again until the signal, in so many loops at once. */
async function inLoops(
  loops: number,
  signal: AbortSignal,
  work: (loop: number) => Promise<unknown>,
): Promise<void> {
  const run = async (loop: number): Promise<void> => {
    while (!signal.aborted) await work(loop).catch(() => pause(100, signal));
  };
  await Promise.all(Array.from({ length: loops }, (_, loop) => run(loop)));
}

/** Waits so long, or until the signal. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => {});
}
