import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, test } from 'vitest';
import { DECODING_POLICY, type DecodingPolicy } from '../../../platform/decoding/decoding-policy.ts';
import { openDecoding, type Decoding } from '../../../platform/decoding/open-decoding.ts';
import { createLogger } from '../../../platform/logger.ts';
import { joinSession } from '../../../testing/join-session.ts';
import { listChildren } from '../../../testing/list-children.ts';
import { filmWebm } from '../../../testing/film-webm.ts';
import { encodeMetadata } from '../../../testing/open-uploader.ts';
import { runDueJobs } from '../../../testing/run-due-jobs.ts';
import { startTestServer, type TestServer } from '../../../testing/start-test-server.ts';
import { box, FTYP, PLANTED_MP4 } from '../location/testing/plant-mp4-locations.ts';
import { EBML, element, open, PLANTED_WEBM } from '../location/testing/plant-webm-locations.ts';

type Line = { msg: string; kind?: string; signal?: string };

let server: TestServer;
let lines: Line[];
let underWay: number;
afterEach(async () => {
  // A process that waits for its next order would look like the next test's.
  for (const pid of listProcesses()) process.kill(pid, 'SIGKILL');
  await server.close();
});

const start = async (policy: Partial<DecodingPolicy> = {}): Promise<void> => {
  const own: Line[] = [];
  lines = own;
  underWay = 0;
  const log = createLogger('warn', { write: (line) => void own.push(JSON.parse(line) as Line) });
  const open = openDecoding({ log, policy: { ...DECODING_POLICY, ...policy } });
  const decoding: Decoding = (organisationId, work) =>
    open(organisationId, async (decode) => {
      underWay += 1;
      return work(decode).finally(() => void (underWay -= 1));
    });
  server = await startTestServer({}, { log, decoding });
};

const call = (method: string, url: string, headers: Record<string, string>, body?: Uint8Array) =>
  fetch(url, {
    method,
    headers: { authorization: `Bearer ${server.seed.apiKey}`, 'tus-resumable': '1.0.0', ...headers },
    ...(body ? { body: Buffer.from(body) } : {}),
  });

const send = async (mime: string, file: Buffer, gps = 'denied') => {
  const device = await joinSession(server);
  await device.call('PATCH', '/consent', { recording: 'granted', gps });
  await server.client.sessions.startRecording(device.sessionId);
  const begun = await call('POST', `${server.baseUrl}/v1/field/uploads`, {
    'upload-length': String(file.length),
    'upload-metadata': encodeMetadata({ filetype: mime, session: device.sessionId }),
  });
  const url = begun.headers.get('location')!;
  const sent = call(
    'PATCH',
    url,
    { 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
    file,
  );
  return { ...device, url, sent };
};

const rowOf = (url: string) =>
  server.context.database.prisma.evidence.findFirstOrThrow({ where: { id: url.split('/').at(-1)! } });

const listProcesses = () => listChildren(process.pid, 'decoding-child');
const listEnds = () => lines.filter(({ msg }) => msg === 'process ended');

const readPeakMb = (pid: number): number =>
  Number(/^VmHWM:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024;

// A busy host leaves the lowest priority little.
const LIMIT = { timeout: 180_000 };
const PATIENCE = { timeout: 120_000, interval: 20 };

const SEGMENT = 0x18538067;
const CUES = 0x1c53bb6b;

describe.skipIf(process.platform !== 'linux')(
  'a recording is refused by a process of its own within 256 MiB, and who asks meanwhile is answered',
  () => {
    test.each([
      [
        'an index of 30 MiB of tiny boxes',
        'video/mp4',
        Buffer.concat([FTYP, box('moov', Buffer.alloc(30 * 1024 ** 2, Buffer.from('\0\0\0\x08evil')))]),
      ],
      [
        'an element of 16 MiB of tiny elements',
        'video/webm',
        Buffer.concat([
          EBML,
          open(SEGMENT, element(CUES, Buffer.alloc(16 * 1024 ** 2 - 20, Buffer.from('bf80', 'hex')), 8)),
        ]),
      ],
    ])('%s', LIMIT, async (_what, mime, file) => {
      await start({ idleMs: 600_000 });
      expect((await (await send('video/webm', PLANTED_WEBM[0]![1].file)).sent).status).toBe(204);
      const [pid] = listProcesses() as [number];
      // The process stops here until all are answered, however fast it reads.
      process.kill(pid, 'SIGSTOP');
      const { sent, sessionId } = await send(mime, file);
      await expect.poll(() => underWay, PATIENCE).toBe(1);
      for (const _ of Array(5)) expect((await server.client.sessions.get(sessionId)).id).toBe(sessionId);
      expect(underWay).toBe(1);
      process.kill(pid, 'SIGCONT');
      const refusal = await sent;
      expect([refusal.status, await refusal.json()]).toMatchObject([
        422,
        { detail: expect.stringContaining('its index has too many parts') as string },
      ]);
      expect(readPeakMb(pid)).toBeLessThan(256);
      expect(listEnds()).toEqual([]);
    });
  },
);

describe.skipIf(process.platform !== 'linux')(
  'a recording that takes more than it may fails that upload for good, is told so, and no job repeats the crash',
  () => {
    test.each([
      ['memory', { memoryMb: 40 }, 'It took more than 40 MiB of memory.'],
      [
        'time of the processor',
        { kinds: { ...DECODING_POLICY.kinds, recording: { processorMs: 0, timeoutMs: 60_000 } } },
        'It took more than 0 ms of the processor.',
      ],
    ])('%s', LIMIT, async (_what, policy, words) => {
      await start(policy);
      const { sent, url, sessionId } = await send('video/mp4', PLANTED_MP4[1]![1].file);
      const refusal = await sent;
      expect([refusal.status, await refusal.json()]).toMatchObject([
        422,
        { code: 'evidence_invalid', detail: expect.stringContaining(words) as string },
      ]);
      const failed = { status: 'failed', failure_code: 'evidence_invalid', sha256: null };
      expect(await rowOf(url)).toMatchObject(failed);
      await server.client.sessions.end(sessionId);
      server.clock.advance(server.context.config.uploadGraceMs + 1_000);
      await runDueJobs(server.context);
      expect(await rowOf(url)).toMatchObject(failed);
      expect(listEnds()).toMatchObject([{ kind: 'recording' }]);
      const { frozen_at } = await server.context.database.prisma.auditChain.findFirstOrThrow({
        where: { session_id: sessionId },
      });
      expect(frozen_at).not.toBeNull();
    });
  },
);

describe.skipIf(process.platform !== 'linux')(
  'a recording that takes more than it may when it is made playable stays as it was sent, and no job repeats it',
  () => {
    test.each([
      ['memory', { memoryMb: 40 }, 'It took more than 40 MiB of memory.'],
      [
        'time of the processor',
        { kinds: { ...DECODING_POLICY.kinds, remux: { processorMs: 0, timeoutMs: 60_000 } } },
        'It took more than 0 ms of the processor.',
      ],
    ])('%s', LIMIT, async (_what, policy, words) => {
      await start(policy);
      const { url, sent } = await send('video/webm', filmWebm(5_000), 'granted');
      expect((await sent).status).toBe(204);
      await runDueJobs(server.context);
      const row = await rowOf(url);
      expect(row).toMatchObject({ status: 'failed', failure_code: 'not_playable', byte_size: 5_000n });
      expect(lines).toContainEqual(expect.objectContaining({ evidence_id: row.id, message: words }));
      expect(listEnds()).toMatchObject([{ kind: 'remux' }]);
      await runDueJobs(server.context);
      expect(listEnds()).toHaveLength(1);
    });
  },
);

test.skipIf(process.platform === 'win32')(
  'a recording whose process the host ends is 503 and stays, and a job finishes it',
  LIMIT,
  async () => {
    await start();
    const { sent, url, sessionId } = await send('video/webm', PLANTED_WEBM[0]![1].file);
    await expect.poll(() => listProcesses().length, PATIENCE).toBe(1);
    for (const pid of listProcesses()) process.kill(pid, 'SIGKILL');
    expect((await sent).status).toBe(503);
    expect((await rowOf(url)).status).toBe('uploading');
    await server.client.sessions.end(sessionId);
    server.clock.advance(server.context.config.uploadGraceMs + 1_000);
    await runDueJobs(server.context);
    const { status, sha256, received_sha256 } = await rowOf(url);
    expect(status).not.toBe('failed');
    expect([sha256 === null, sha256 === received_sha256]).toEqual([false, false]);
  },
);
