import { setTimeout as sleep } from 'node:timers/promises';
import { FieldInspection } from '@field-inspection/sdk';
import { joinByLink } from '@field-inspection/server/testing/join-by-link';
import { openDevice } from '@field-inspection/server/testing/join-session';
import { encodeMetadata } from '@field-inspection/server/testing/open-uploader';
import { takePhoto } from '@field-inspection/server/testing/take-photo';

type Traffic = { apiKey: string; listProcesses: () => string[]; callbackUrl: string };

/** Pause between two rounds: the processes need time for their own work. */
const PAUSE_MS = 50;

/**
 * Each round uses all that rests on a master key, each step at the other process: a creation and its sealed reply, a
 * page and its cursor, a link and a pinned device, an upload, an end.
 */
export const startKeyTraffic = ({ apiKey, listProcesses, callbackUrl }: Traffic) => {
  const failures: string[] = [];
  const counts = { rounds: 0, sessions: 0 };
  let isStopping = false;
  let turn = 0;
  const nextUrl = (): string => {
    const urls = listProcesses();
    turn += 1;
    return urls[turn % urls.length]!;
  };
  const client = () => new FieldInspection({ apiKey, baseUrl: nextUrl(), maxRetries: 0 });
  const expectSame = (what: string, one: unknown, other: unknown) => {
    if (JSON.stringify(one) !== JSON.stringify(other))
      throw new Error(`${what}: ${String(one)}, ${String(other)}`);
  };
  const goRound = async (photo: Uint8Array): Promise<void> => {
    const idempotencyKey = crypto.randomUUID();
    const session = await client().sessions.create({ notes: 'Roof' }, { idempotencyKey });
    const again = await client().sessions.create({ notes: 'Roof' }, { idempotencyKey });
    expectSame('the replay', again.id, session.id);
    const page = await client().sessions.list({ limit: 1 });
    if (page.nextCursor) await client().sessions.list({ limit: 1, cursor: page.nextCursor });
    const invite = await client().participants.create(session.id, {});
    const link = new URL(invite.join_url);
    const join = () => joinByLink(`${nextUrl()}${link.pathname}${link.hash}`);
    const { body } = await join();
    expectSame('the pinned device', (await join()).status, 200);
    const deviceAt = (baseUrl: string) =>
      openDevice(baseUrl, {
        sessionId: session.id,
        participantId: invite.id,
        token: body.field_session_token,
        rejoin: () => Promise.reject(new Error('unused')),
      });
    expectSame(
      'consent',
      (await deviceAt(nextUrl()).call('PATCH', '/consent', { camera: 'granted', gps: 'granted' })).status,
      200,
    );
    await upload(body.field_session_token, photo);
    await client().sessions.end(session.id);
    // The person never joins, so the link and the code on its way stay sealed.
    await client().v1.inspections.create({
      participant: { name: 'Ada', channel: 'email', email: `${idempotencyKey}@example.com` },
      callbacks: { 'session.joined': callbackUrl },
    });
    counts.sessions += 2;
  };
  const upload = async (token: string, photo: Uint8Array): Promise<void> => {
    const headers = { authorization: `Bearer ${token}`, 'tus-resumable': '1.0.0' };
    const begun = await fetch(`${nextUrl()}/v1/field/uploads`, {
      method: 'POST',
      headers: {
        ...headers,
        'upload-length': String(photo.length),
        'upload-metadata': encodeMetadata({ filetype: 'image/jpeg' }),
      },
    });
    expectSame('the beginning of an upload', begun.status, 201);
    const sent = await fetch(`${nextUrl()}${new URL(begun.headers.get('location')!).pathname}`, {
      method: 'PATCH',
      headers: { ...headers, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
      body: Buffer.from(photo),
    });
    expectSame('the bytes of an upload', sent.status, 204);
  };
  const run = async (): Promise<void> => {
    const photo = await takePhoto();
    while (!isStopping) {
      await goRound(photo).catch((error: unknown) => void failures.push(String(error)));
      counts.rounds += 1;
      await sleep(PAUSE_MS);
    }
  };
  const running = run();
  return {
    failures,
    counts,
    /** Lets so many more rounds begin and end. */
    waitRounds: async (count: number): Promise<void> => {
      const until = counts.rounds + count + 1;
      while (counts.rounds < until) await sleep(20);
    },
    stop: async (): Promise<void> => {
      isStopping = true;
      await running;
    },
  };
};
