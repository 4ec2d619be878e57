import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { freezeChain } from '../../apps/server/src/features/audit/exports/append-entry.ts';
import { beginUpload } from '../../apps/server/src/features/uploads/begin-upload.ts';
import { recordRecording } from '../../apps/server/src/features/uploads/exports/record-recording.ts';
import { rightOf } from '../../apps/server/src/http/right-of.ts';
import { inMiB, judgeAtMost, tell, type Finding } from '../harness/figures.ts';
import type { BenchWorld } from '../harness/open-world.ts';
import { watchMemory, type MemoryUse } from '../harness/read-processes.ts';
import { openEvidenceServer, type EvidenceServer } from './open-evidence-server.ts';

const MIB = 2 ** 20;
const SMALL_BYTES = MIB;
const LARGE_BYTES = 2 ** 31;
const LIMIT_BYTES = 100 * MIB;
const PAUSE_MS = 3_000;

/**
 * Measures the memory of the server that sends a bundle of 2 GiB, and of the process that verifies it. A small bundle
 * comes first, so that memory that every bundle needs is not counted.
 */
export const measureBundle = async (world: BenchWorld): Promise<Finding[]> => {
  const directory = await mkdtemp(join(tmpdir(), 'fis-bundle-'));
  const evidence = await openEvidenceServer(world);
  const [small, large] = [join(directory, 'small.zip'), join(directory, 'large.zip')];
  try {
    await download(evidence, { sessionId: await recordSession(evidence, SMALL_BYTES), path: small });
    const sessionId = await recordSession(evidence, LARGE_BYTES);
    // The reader pauses: whatever the server went on reading meanwhile would stay in its memory.
    const downloaded = await watchMemory(evidence.server.pid, () =>
      download(evidence, { sessionId, path: large, pauseMs: PAUSE_MS }),
    );
    const verified = await verifyBundles(small, large);
    return [
      ...describeMemory('download a bundle of 2 GiB: the server', downloaded),
      ...describeMemory('verify a bundle of 2 GiB: the process', verified),
    ];
  } finally {
    await evidence.close();
    await rm(directory, { recursive: true });
  }
};

/** The session has one recording of so many bytes, and is ended and frozen. */
const recordSession = async (
  { context, seed: { organisationId, credentialId }, join: joinAnew }: EvidenceServer,
  byteSize: number,
): Promise<string> => {
  const { sessionId } = await joinAnew();
  const right = rightOf({
    organisationId,
    credentialId,
    keyHash: null,
    address: '127.0.0.1',
    neededScopes: [],
  });
  const evidenceId = context.ids.next();
  const uploader = { organisationId, sessionId, participantId: null, hasEnded: false, right };
  await beginUpload(context, {
    uploader: { ...uploader, takes: 'recording' },
    evidenceId,
    metadata: { kind: 'recording', filetype: 'video/webm' },
  });
  const row = await context.database.prisma.evidence.findUniqueOrThrow({
    where: { organisation_id_id: { organisation_id: organisationId, id: evidenceId } },
  });
  const stored = await context.objects.putContent(film(byteSize), { organisationId, ownerId: evidenceId });
  const received = { ...stored, received_sha256: stored.sha256, keepsLocation: false };
  await recordRecording(context, { row, stored: received, right: null });
  await context.transact(async (tx) => freezeChain(tx, { organisationId, sessionId }));
  return sessionId;
};

// The ZIP does not compress recordings, so repeated bytes cost as much as others.
async function* film(byteSize: number): AsyncGenerator<Uint8Array> {
  const part = randomBytes(MIB);
  for (let left = byteSize; left > 0; left -= part.length) yield part.subarray(0, left);
}

type Download = { sessionId: string; path: string; pauseMs?: number };

const download = async (
  { server, seed }: EvidenceServer,
  { sessionId, path, pauseMs = 0 }: Download,
): Promise<void> => {
  const headers = { authorization: `Bearer ${seed.apiKey}` };
  const answer = await fetch(`${server.baseUrl}/v1/evidence/${sessionId}/bundle.zip`, { headers });
  if (answer.status !== 200) throw new Error(`the bundle answers ${answer.status}`);
  await sleep(pauseMs);
  await pipeline(answer.body!, createWriteStream(path));
};

const verifyBundles = async (small: string, large: string): Promise<MemoryUse> => {
  if ((await stat(large)).size < LARGE_BYTES) throw new Error('the bundle is shorter than its recording');
  const script = fileURLToPath(new URL('verify-bundle.ts', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [script, small, large]);
  return JSON.parse(stdout) as MemoryUse;
};

const describeMemory = (what: string, { startBytes, halvesBytes, endBytes }: MemoryUse): Finding[] => {
  const growth = Math.max(...halvesBytes) - startBytes;
  return [
    tell(
      `${what}’s memory before, at most in each half, and after`,
      [startBytes, ...halvesBytes, endBytes].map(inMiB).join(', '),
    ),
    judgeAtMost(`${what} grows by`, growth, { most: LIMIT_BYTES, inWords: inMiB }),
  ];
};
