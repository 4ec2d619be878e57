import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { connect as connectHttp2 } from 'node:http2';
import { request } from 'node:https';
import { connect as connectTls } from 'node:tls';
import { ERRORS, type Problem } from '@field-inspection/contract';
import { joinSession } from '@field-inspection/sdk/field';
import { connectSignalling } from '@field-inspection/server/testing/connect-signalling';
import { encodeMetadata } from '@field-inspection/server/testing/open-uploader';
import type { SpawnedServer } from '@field-inspection/server/testing/spawn-server';
import { takePhoto } from '@field-inspection/server/testing/take-photo';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callUnderLoad } from './in-front/call-under-load.ts';
import type { Front } from './in-front/front.ts';
import {
  type FrontedWorld,
  type FrontName,
  openFrontedWorld,
  PROGRAMS,
} from './in-front/open-fronted-world.ts';

const found = Object.entries(PROGRAMS).filter(([, program]) => program);

let world: FrontedWorld;
beforeAll(async () => {
  if (found.length > 0) world = await openFrontedWorld();
});
afterAll(() => world?.close());

const LARGE_BYTES = 100 * 1024 ** 2;

const describeFront = (name: FrontName, script: string) => {
  const program = PROGRAMS[name];
  const whySkipped = program ? '' : ` (skipped: it is not there; see script/${script})`;

  describe.skipIf(!program)(`behind ${name}, with the file of operations/${whySkipped}`, () => {
    const front = () => world.frontOf(name);
    const headers = () => ({ authorization: `Bearer ${world.seed.apiKey}` });

    it('a session is created, joined, filled with a photo and ended, and the live picture has its way', async () => {
      const { client, fetch, url, ca } = front();
      const { id } = await client.sessions.create({ notes: 'Roof' });
      const invite = await client.participants.create(id, {});
      const joined = await joinSession(invite.join_url, { fetch });
      if (joined.status !== 'joined') throw new Error(joined.status);
      await joined.field.updateConsent({ camera: 'granted' });
      const photo = await joined.field.evidence.createPhoto(await takePhoto());
      const { token } = joined.joined.media_connection;
      const peer = await connectSignalling(url, { token, ca });
      expect((await peer.next()).type).toBe('welcome');
      await peer.close();
      expect((await client.sessions.end(id)).status).toBe('closed');
      const listed = await client.evidence.list({ session_id: id });
      expect(listed.data.map((each) => each.id)).toEqual([photo.id]);
    });

    it('TLS is spoken from 1.2 on, with HTTP/2, and says to use nothing else; http leads pages there, and refuses programs', async () => {
      const { url, plainUrl, ca, fetch } = front();
      const session = connectHttp2(url, { ca });
      const stream = session.request({ ':path': '/livez' });
      const [head] = (await once(stream, 'response')) as [Record<string, unknown>];
      session.close();
      expect(head[':status']).toBe(200);
      const reply = await fetch(`${url}/api/v1/public/sessions`, { headers: headers() });
      expect(reply.headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains');
      const old = connectTls({
        port: Number(new URL(url).port),
        ca,
        maxVersion: 'TLSv1.1',
        minVersion: 'TLSv1',
      });
      await expect(once(old, 'secureConnect')).rejects.toThrow();
      const program = await globalThis.fetch(`${plainUrl}/api/v1/public/sessions`, { headers: headers() });
      expect(program.status).toBe(403);
      const plain = await globalThis.fetch(`${plainUrl}/livez`, { redirect: 'manual' });
      expect(plain.status).toBe(308);
      expect(plain.headers.get('location')).toMatch(
        /^https:\/\/localhost\/livez$|^https:\/\/localhost:\d+\/livez$/,
      );
    });

    it('a body of 100 MB goes through while it comes, and none is kept by the proxy', async () => {
      const { fetch, client, url } = front();
      const { id } = await client.sessions.create();
      const invite = await client.participants.create(id, {});
      const joined = await joinSession(invite.join_url, { fetch });
      if (joined.status !== 'joined') throw new Error(joined.status);
      await joined.field.updateConsent({ recording: 'granted' });
      await client.sessions.startRecording(id);
      const tus = { ...headers(), 'tus-resumable': '1.0.0' };
      const metadata = encodeMetadata({ filetype: 'video/webm;codecs=vp8,opus', session: id });
      const begun = await fetch(`${url}/v1/field/uploads`, {
        method: 'POST',
        headers: { ...tus, 'upload-defer-length': '1', 'upload-metadata': metadata },
      });
      expect(begun.status).toBe(201);
      const fed = await fetch(begun.headers.get('location')!, {
        method: 'PATCH',
        headers: { ...tus, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
        body: Buffer.alloc(LARGE_BYTES, 7),
      });
      expect([fed.status, fed.headers.get('upload-offset')]).toEqual([204, String(LARGE_BYTES)]);
      expect(await answerBeforeBody(front())).toBe(401);
    });

    it('a 503 of the service stays its own, with the time to come back, and no process is asked twice', async () => {
      const { fetch, url } = front();
      const before = count503();
      world.database.cut();
      const write = (key: string) =>
        fetch(`${url}/api/v1/public/sessions`, {
          method: 'POST',
          headers: { ...headers(), 'content-type': 'application/json', 'idempotency-key': key },
          body: '{}',
        });
      const keys = Array.from({ length: 8 }, (_, index) => `${name} ${index}`);
      const replies = await Promise.all(keys.map(write));
      for (const reply of replies) {
        expect(reply.status).toBe(503);
        expect(reply.headers.get('content-type')).toContain('application/problem+json');
        expect(reply.headers.get('retry-after')).toBe('2');
        const { code, detail } = (await reply.json()) as Record<string, string>;
        expect(code).toBe('unavailable');
        expect(detail).toMatch(/^The database /);
      }
      world.database.mend();
      await Promise.all(world.servers.map(untilLogged));
      expect(count503() - before).toBe(keys.length);
      for (const key of keys) await expect.poll(async () => (await write(key)).status).toBe(201);
    });

    it('the figures are not for the outside, however their path is spelled', async () => {
      const asked = { headers: { authorization: 'Bearer test-metrics-token' } };
      expect((await fetch(`${world.servers[0].baseUrl}/metrics`, asked)).status).toBe(200);
      const paths = [
        '/metrics',
        '/metrics/',
        '/METRICS',
        '//metrics',
        '/%6detrics',
        '/docs/../metrics',
        '/metrics?a=b',
      ];
      const replies = await Promise.all(paths.map((path) => askRaw(front(), { path, ...asked })));
      expect(replies.filter(({ status }) => status === 200)).toEqual([]);
    });

    it('the service knows the address of a caller by the proxy, whatever the caller says', async () => {
      const said = { authorization: 'Bearer fis_wrong', 'x-forwarded-for': '203.0.113.9' };
      const { status, id } = await askRaw(front(), { path: '/api/v1/public/sessions', headers: said });
      expect(status).toBe(401);
      await Promise.all(world.servers.map(untilLogged));
      const guesses = listLines().filter((line) => line.msg === 'guess refused' && line.request_id === id);
      expect(guesses.map(({ address }) => address)).toEqual([CALLER]);
    });
  });
};

describeFront('nginx', 'fetch-nginx');
describeFront('Caddy', 'fetch-caddy');

describe.runIf(PROGRAMS.Caddy)('Caddy asks for a certificate on demand', () => {
  /** Gives the name of the certificate, or the fault of the handshake. */
  const shakeHands = async (servername: string): Promise<unknown> => {
    const { url, ca } = world.frontOf('Caddy');
    const socket = connectTls({ host: '127.0.0.1', port: Number(new URL(url).port), servername, ca });
    const named = await once(socket, 'secureConnect').then(
      () => socket.getPeerCertificate().subjectaltname,
      () => 'refused',
    );
    socket.destroy();
    return named;
  };

  it('for a domain that an organisation has verified, and for no other', async () => {
    const domain = 'inspect.customer.example';
    expect(await shakeHands('inspect.stranger.example')).toBe('refused');
    await world.context.database.prisma.organisation.update({
      where: { id: world.seed.organisationId },
      data: { domain },
    });
    expect(await shakeHands(domain)).toBe(`DNS:${domain}`);
  });
});

describe.runIf(found.length > 0)('behind each of them at once', () => {
  it('both processes are restarted one after the other, and no call fails', async ({ annotate }) => {
    const load = callUnderLoad(world);
    expect(await world.restart(0)).toBe(0);
    expect(await world.restart(1)).toBe(0);
    const outcomes = await load.stop();
    expect(outcomes.filter(({ ok }) => !ok)).toEqual([]);
    expect(outcomes.length).toBeGreaterThan(200);
    // nginx hears that a process has stopped to listen by a connection that breaks, and sends no write twice.
    const again = outcomes.filter(({ tries }) => tries > 1);
    expect(again.length).toBeLessThan(outcomes.length / 50);
    await annotate(
      `0 of ${outcomes.length} calls failed while both processes were restarted, ${again.length} were asked twice`,
      'figure',
    );
  });

  it('where no process answers, a client hears the same as of a service that is not available', async () => {
    await Promise.all(world.servers.map((server) => server.kill()));
    for (const { fetch, url } of world.fronts()) {
      const reply = await fetch(`${url}/api/v1/public/sessions`);
      expect([reply.status, reply.headers.get('retry-after')]).toEqual([503, '2']);
      expect(reply.headers.get('content-type')).toBe('application/problem+json');
      const problem = (await reply.json()) as Problem;
      const { status, title } = ERRORS.unavailable;
      expect(problem).toMatchObject({
        type: 'https://localhost/docs/errors#unavailable',
        code: 'unavailable',
        status,
        title,
        request_id: reply.headers.get('request-id'),
      });
    }
  });
});

const count503 = (): number =>
  listLines().filter((line) => line.msg === 'request' && line.status === 503).length;

const listLines = () =>
  world.servers.flatMap(({ lines }) => lines).map((line) => JSON.parse(line) as Record<string, unknown>);

/** The log keeps its order: what was answered before is there, too. */
const untilLogged = async ({ baseUrl, lines }: SpawnedServer): Promise<void> => {
  const reply = await fetch(`${baseUrl}/livez`);
  const id = reply.headers.get('request-id')!;
  await expect.poll(() => lines.some((line) => line.includes(id)), { timeout: 60_000 }).toBe(true);
};

/** An address of this machine that the proxy does not have itself. */
const CALLER = '127.0.0.2';

type Asked = { path: string; headers?: Record<string, string> };

/** Asks with the path as it is spelled. */
const askRaw = async ({ url, ca }: Front, asked: Asked): Promise<{ status: number; id: unknown }> => {
  const { port } = new URL(url);
  const asking = request({
    host: '127.0.0.1',
    servername: 'localhost',
    port,
    ca,
    localAddress: CALLER,
    ...asked,
  });
  asking.setHeader('host', 'localhost');
  asking.end();
  const [reply] = (await once(asking, 'response')) as [IncomingMessage];
  reply.resume();
  return { status: reply.statusCode!, id: reply.headers['request-id'] };
};

/** The body never comes: only who hands it on while it comes has an answer. Caddy does so by HTTP/2 alone. */
const answerBeforeBody = async ({ url, ca }: Front): Promise<unknown> => {
  const session = connectHttp2(url, { ca });
  const stream = session.request({
    ':method': 'POST',
    ':path': '/v1/field/photos',
    'content-type': 'image/jpeg',
    'content-length': '20000000',
    authorization: 'Bearer wrong',
  });
  stream.on('error', () => {}).write(Buffer.alloc(16 * 1024));
  const [head] = (await once(stream, 'response')) as [Record<string, unknown>];
  session.destroy();
  return head[':status'];
};
