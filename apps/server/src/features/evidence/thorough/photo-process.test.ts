import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { DECODING_POLICY } from '../../../platform/decoding/decoding-policy.ts';
import { openDecoding } from '../../../platform/decoding/open-decoding.ts';
import { createLogger } from '../../../platform/logger.ts';
import { joinSession, type JoinedDevice } from '../../../testing/join-session.ts';
import { listChildren } from '../../../testing/list-children.ts';
import { openUploader } from '../../../testing/open-uploader.ts';
import { runDueJobs } from '../../../testing/run-due-jobs.ts';
import { startTestServer, type TestServer } from '../../../testing/start-test-server.ts';
import { takeNoisyPhoto } from '../../../testing/take-noisy-photo.ts';
import { takePhoto } from '../../../testing/take-photo.ts';

type Line = { msg: string; request_id?: string; causes?: object[]; process?: string; signal?: string };

const lines: Line[] = [];
let server: TestServer;
let device: JoinedDevice;
let large: Buffer;
beforeAll(async () => {
  const log = createLogger('warn', { write: (line) => void lines.push(JSON.parse(line) as Line) });
  server = await startTestServer({}, { log, decoding: openDecoding({ log }) });
  device = await joinSession(server);
  await device.call('PATCH', '/consent', { camera: 'granted' });
  large = await takeNoisyPhoto({ width: 2_800, height: 2_100 });
});
afterAll(() => server.close());

const JPEG = { 'content-type': 'image/jpeg' };

const findProcess = () => listChildren(process.pid, 'decoding-child')[0];

/** Kills each next process, too, until it is told to stop. */
const killWhileReading = () => {
  let kills = 0;
  const killed = new Set<number>();
  const timer = setInterval(() => {
    const pid = findProcess();
    if (pid === undefined || killed.has(pid)) return;
    killed.add(pid);
    kills += 1;
    process.kill(pid, 'SIGKILL');
  }, 50);
  const stop = () => {
    clearInterval(timer);
    return kills;
  };
  // A test that fails early must not have the next tests' processes killed.
  onTestFinished(() => void stop());
  return { stop };
};

const listTemporaries = () => readdir(join(server.context.config.dataDir, 'objects', '.partial'));

const listObjects = async () => {
  const keys: string[] = [];
  for await (const { key } of server.context.objects.list('')) keys.push(key);
  return keys;
};

// A busy host leaves the lowest priority little.
const LIMIT = { timeout: 180_000 };

describe.skipIf(process.platform === 'win32')('when the process that reads photos is killed', LIMIT, () => {
  test('at a photo, that photo is 503 and leaves nothing, the log says why, and the same photo is taken after', async () => {
    expect((await device.send('/photos', await takePhoto(), JPEG)).status).toBe(201);
    const before = await listObjects();
    const sent = device.send('/photos', large, JPEG);
    const killing = killWhileReading();
    const { status, body, headers } = await sent;
    expect(killing.stop()).toBeGreaterThan(0);
    expect([status, body.code, headers.get('retry-after')]).toEqual([503, 'unavailable', '2']);
    expect(body.detail).toContain('Try again');
    expect(await listObjects()).toEqual(before);
    expect(await listTemporaries()).toEqual([]);
    expect(lines.find(({ request_id }) => request_id === body.request_id)).toMatchObject({
      msg: 'unavailable',
      causes: [
        { name: 'LostOrderError', message: expect.stringContaining('decoding process ended') as string },
      ],
    });
    expect(lines).toContainEqual(
      expect.objectContaining({ msg: 'process ended', process: 'decoding', signal: 'SIGKILL' }),
    );
    expect((await device.send('/photos', large, JPEG)).status).toBe(201);
    expect(await listTemporaries()).toEqual([]);
  });

  test('at an upload each time, the upload is 503 and stays, fails when a job has tried it twice, and holds up no freeze', async () => {
    const uploads = openUploader(server);
    const uploader = await uploads.joinWithConsent();
    const { url } = await uploads.begin(uploader, large.length);
    const killing = killWhileReading();
    expect((await uploads.patch(uploader, { url, offset: 0, body: large })).status).toBe(503);
    expect((await uploads.rowOf(url)).status).toBe('uploading');
    await server.client.sessions.end(uploader.sessionId);
    server.clock.advance(server.context.config.uploadGraceMs + 1_000);
    await runDueJobs(server.context);
    expect(killing.stop()).toBeGreaterThan(2);
    expect(await uploads.rowOf(url)).toMatchObject({ status: 'failed', failure_code: 'evidence_invalid' });
    const { frozen_at } = await server.context.database.prisma.auditChain.findFirstOrThrow({
      where: { session_id: uploader.sessionId },
    });
    expect(frozen_at).not.toBeNull();
    expect(await listTemporaries()).toEqual([]);
  });
});

describe.skipIf(process.platform !== 'linux')(
  'a photo that takes more of the processor than it may is refused for good: it would do so again',
  LIMIT,
  () => {
    const { kinds } = DECODING_POLICY;
    const policy = { ...DECODING_POLICY, kinds: { ...kinds, photo: { ...kinds.photo, processorMs: 0 } } };
    let strict: TestServer;
    beforeAll(async () => {
      const log = createLogger('silent');
      strict = await startTestServer({}, { log, decoding: openDecoding({ log, policy }) });
    });
    afterAll(() => strict.close());
    const REFUSAL = {
      code: 'evidence_invalid',
      detail: expect.stringContaining('It took more than 0 ms of the processor.') as string,
    };

    test('sent at once: 422, and not "try again"', async () => {
      const sender = await joinSession(strict);
      await sender.call('PATCH', '/consent', { camera: 'granted' });
      const { status, body } = await sender.send('/photos', large, JPEG);
      expect([status, body]).toMatchObject([422, REFUSAL]);
    });

    test('as an upload: 422, it has failed, and no job tries it', async () => {
      const uploads = openUploader(strict);
      const uploader = await uploads.joinWithConsent();
      const { url } = await uploads.begin(uploader, large.length);
      const refusal = await uploads.patch(uploader, { url, offset: 0, body: large });
      expect([refusal.status, await refusal.json()]).toMatchObject([422, REFUSAL]);
      expect(await uploads.rowOf(url)).toMatchObject({ status: 'failed', failure_code: 'evidence_invalid' });
    });
  },
);
