import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { writePem } from '@field-inspection/evidence/asn1';
import { verifyEvidence, type AuditEntry } from '@field-inspection/sdk/evidence';
import { joinSession } from '@field-inspection/server/testing/join-session';
import { runDueJobs } from '@field-inspection/server/testing/run-due-jobs';
import { startTestServer, type TestServer } from '@field-inspection/server/testing/start-test-server';
import {
  startTimestampAuthority,
  type TimestampAuthorityServer,
} from '@field-inspection/server/testing/start-timestamp-authority';
import { takePhoto } from '@field-inspection/server/testing/take-photo';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { appendAddendum } from '../apps/server/src/features/audit/exports/append-entry.ts';
import { openDemoTimestampAuthority } from '../apps/server/src/demo/authority/open-demo-timestamp-authority.ts';
import { writeBundleZip } from '../packages/evidence/src/testing/write-bundle-zip.ts';

const SDK = join(import.meta.dirname, '../packages/sdk');
const run = promisify(execFile);

let server: TestServer;
let authority: TimestampAuthorityServer;
let folder: string;
/** This server anchors by its own demo authority, too, beside that of TSA_URLS. */
let anchoring: TestServer['context'];
let demoRoot: Uint8Array;
let bundle: Uint8Array<ArrayBuffer>;
let photo: Buffer;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'verify-bundle-'));
  authority = await startTimestampAuthority({ now: () => server.clock.now() });
  server = await startTestServer({ TSA_URLS: authority.url });
  const { clock, random, timestampAuthorities } = server.context;
  const demo = await openDemoTimestampAuthority({ dir: folder, clock, random });
  demoRoot = demo.roots[0]!;
  const sessionId = await inspect();
  await server.client.sessions.end(sessionId);
  anchoring = { ...server.context, timestampAuthorities: [demo, ...timestampAuthorities] };
  await runDueJobs(anchoring);
  const response = await server.client.evidence.downloadBundle(sessionId);
  bundle = new Uint8Array(await response.arrayBuffer());
  await writeFile(join(folder, 'bundle.zip'), bundle);
  await run('unzip', ['-q', 'bundle.zip', '-d', 'bundle'], { cwd: folder });
  await writeFile(join(folder, 'roots.pem'), writePem(authority.root));
  await buildProgram();
});
afterAll(async () => {
  await server.close();
  await authority.close();
  await rm(folder, { recursive: true });
});

async function inspect(): Promise<string> {
  const device = await joinSession(server);
  await device.call('PATCH', '/consent', { camera: 'granted', gps: 'granted' });
  photo = await takePhoto();
  const { body } = await device.send('/photos?slot=roof', photo, { 'content-type': 'image/jpeg' });
  await device.call('POST', '/annotations', { evidence: body['id'], drawing: drawingOf(300) });
  const whiteboard = await device.call('POST', '/whiteboards', { title: 'Crack', drawing: drawingOf(100) });
  await device.call('PATCH', `/whiteboards/${String(whiteboard.body['id'])}`, {
    version: 1,
    drawing: drawingOf(200),
  });
  const pen = {
    tool: 'pen',
    color: '#1f2937',
    size: 4,
    points: [
      [40, 120],
      [180, 60],
    ],
  };
  await device.call('POST', '/signature', {
    name: 'Ada Lovelace',
    statement: 'What was captured is complete.',
    locale: 'en',
    drawing: { width: 600, height: 200, strokes: [pen] },
  });
  return device.sessionId;
}

async function append(sessionId: string, kind: string, payload: Record<string, string | number | string[]>) {
  await anchoring.transact(async (tx) => {
    const { organisationId } = server.seed;
    appendAddendum(anchoring, tx, { organisationId, sessionId, kind, payload });
  });
  server.clock.advance(60_000);
  await runDueJobs(anchoring);
}

const drawingOf = (x: number) => ({
  width: 640,
  height: 480,
  strokes: [
    {
      tool: 'line',
      color: '#d92d20',
      size: 6,
      points: [
        [10, 10],
        [x, 230],
      ],
    },
  ],
});

/** The published program, without its types. */
const buildProgram = () =>
  run(
    'pnpm',
    [
      'exec',
      'tsup',
      'src/cli.ts',
      '--no-config',
      '--format',
      'esm',
      '--target',
      'node20',
      '--out-dir',
      folder,
    ],
    {
      cwd: SDK,
    },
  );

async function runProgram(...args: string[]): Promise<{ code: number; stdout: string }> {
  const program = run(process.execPath, [join(folder, 'cli.js'), 'verify', ...args], { cwd: folder });
  return program.then(
    ({ stdout }) => ({ code: 0, stdout }),
    ({ code, stdout }: { code: number; stdout: string }) => ({ code, stdout }),
  );
}

const readBundleFile = (path: string) => readFile(join(folder, 'bundle', path));

async function readChain(): Promise<AuditEntry[]> {
  const lines = (await readBundleFile('chain.jsonl')).toString().trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line) as AuditEntry);
}

async function repack(changes: Record<string, Uint8Array>): Promise<Uint8Array> {
  const { stdout } = await run('unzip', ['-Z1', 'bundle.zip'], { cwd: folder });
  const paths = stdout.trimEnd().split('\n');
  const files = paths.map(async (path) => [path, changes[path] ?? (await readBundleFile(path))] as const);
  return writeBundleZip(await Promise.all(files));
}

const findPath = async (kind: string) => {
  const captured = (await readChain()).find(({ payload }) => payload['evidence_kind'] === kind)!;
  const extension = kind === 'photo' ? 'jpg' : 'json';
  return { path: `originals/${String(captured.payload['evidence_id'])}.${extension}`, captured };
};

describe('a bundle of the service, in the hands of a stranger', () => {
  it('is verified under the root of an authority, from the time that it states', async () => {
    const verdict = await verifyEvidence(bundle, { roots: [authority.root] });
    expect(verdict).toMatchObject({ verdict: 'verified', fault: null, redacted: 0 });
    expect(verdict.files.filter(({ path }) => path.startsWith('originals/'))).toHaveLength(5);
    expect(verdict.files.every(({ ok }) => ok)).toBe(true);
    expect(verdict.anchors).toMatchObject([
      { authority: 'demo', demo: true, verdict: 'untrusted' },
      { authority: authority.url, demo: false, verdict: 'trusted' },
    ]);
    expect(verdict.message).toContain(`since ${verdict.anchors[1]!.gen_time!}`);
  });

  it('has the addenda with their reports, which the same authorities vouch for', async () => {
    const { addenda, files, message } = await verifyEvidence(bundle, { roots: [authority.root] });
    expect(addenda).toMatchObject({ chain: { valid: true }, unanchored: 0 });
    const last = addenda!.anchors.filter(({ sequence }) => sequence === addenda!.length);
    expect(last).toMatchObject([
      { authority: 'demo', demo: true, verdict: 'untrusted' },
      { authority: authority.url, demo: false, verdict: 'trusted' },
    ]);
    const reports = files.filter(({ path }) => path.startsWith('reports/'));
    expect(reports.length).toBeGreaterThan(0);
    expect(message).toContain('on from its head');
  });

  it('may lack a file that was redacted, once an authority vouches for the redaction', async () => {
    const sessionId = await inspect();
    await server.client.sessions.end(sessionId);
    await runDueJobs(anchoring);
    const verify = async () => {
      const response = await server.client.evidence.downloadBundle(sessionId);
      const bytes = new Uint8Array(await response.arrayBuffer());
      return verifyEvidence(bytes, { roots: [authority.root], now: server.clock.now() });
    };
    expect(await verify()).toMatchObject({ verdict: 'verified', withheld: 0 });
    await append(sessionId, 'redaction', { withheld: [createHash('sha256').update(photo).digest('hex')] });
    const { verdict, withheld, message } = await verify();
    expect([verdict, withheld]).toEqual(['verified', 1]);
    expect(message).toContain('does not prove who withheld anything');
  });

  it('is intact without roots, and under the root of the demonstration authority', async () => {
    expect(await verifyEvidence(bundle)).toMatchObject({ verdict: 'intact', fault: null });
    const demo = await verifyEvidence(bundle, { roots: [demoRoot] });
    expect(demo).toMatchObject({
      verdict: 'intact',
      anchors: [{ demo: true, verdict: 'trusted' }, { verdict: 'untrusted' }],
    });
    expect(demo.message).toContain('demonstration authority');
  });

  it('has the head that the service gives as audit_chain_hash', async () => {
    const [first] = await readChain();
    const { audit_chain_hash } = await server.client.evidence.get(String(first!.payload['session_id']));
    const { verdict, head } = await verifyEvidence(bundle, { expectedHead: audit_chain_hash! });
    expect([verdict, head]).toEqual(['intact', audit_chain_hash]);
  });

  it('is judged alike by the program', async () => {
    const verified = await runProgram('bundle.zip', '--roots', 'roots.pem', '--json');
    expect(verified.code).toBe(0);
    const { verdict } = JSON.parse(verified.stdout) as { verdict: string };
    expect(verdict).toBe('verified');
    const intact = await runProgram('bundle.zip');
    expect([intact.code, intact.stdout]).toEqual([3, expect.stringContaining('INTACT')]);
  });

  it('is broken with another photo: both name it', async () => {
    const { path } = await findPath('photo');
    const flipped = new Uint8Array(await readBundleFile(path));
    flipped[flipped.length - 100]! ^= 1;
    const tampered = await repack({ [path]: flipped });
    const roots = [authority.root];
    expect((await verifyEvidence(tampered, { roots })).fault).toMatchObject({
      place: path,
      code: 'wrong_hash',
    });

    await writeFile(join(folder, 'tampered.zip'), tampered);
    const { code, stdout } = await runProgram('tampered.zip', '--roots', 'roots.pem');
    expect(code).toBe(1);
    expect(stdout).toContain(`The first bad place is ${path}`);
  });

  it('is broken with another fact in the chain: its entry is named; with one less: the first that is missing', async () => {
    const chain = await readChain();
    const write = (entries: unknown[]) =>
      Buffer.from(entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
    const at = chain.findIndex(({ kind }) => kind === 'consent.changed');
    const changed = chain.with(at, { ...chain[at]!, payload: { ...chain[at]!.payload, camera: 'denied' } });
    const { fault } = await verifyEvidence(await repack({ 'chain.jsonl': write(changed) }));
    expect(fault).toMatchObject({ place: `chain.jsonl, entry ${at + 1}`, code: 'wrong_hash' });
    const cut = await verifyEvidence(await repack({ 'chain.jsonl': write(chain.slice(0, -1)) }));
    expect(cut.fault).toMatchObject({ place: `chain.jsonl, entry ${chain.length}`, code: 'truncated' });
  });

  it('verifies by hand as its README says: openssl, and sha256sum', async () => {
    const readme = (await readBundleFile('README.txt')).toString();
    const command = /openssl ts -verify [^]*?\.pem$/m.exec(readme)![0];
    await writeFile(join(folder, 'bundle/roots.pem'), writePem(authority.root));
    const { stdout, stderr } = await run('bash', ['-c', command], { cwd: join(folder, 'bundle') });
    expect(stdout + stderr).toContain('Verification: OK');
    const first = command.replaceAll('anchors/2', 'anchors/1');
    await writeFile(join(folder, 'bundle/roots.pem'), writePem(demoRoot));
    const other = await run('bash', ['-c', first], { cwd: join(folder, 'bundle') });
    expect(other.stdout + other.stderr).toContain('Verification: OK');
    await expect(run('bash', ['-c', command], { cwd: join(folder, 'bundle') })).rejects.toThrow();

    const lines = (await readBundleFile('addenda.jsonl')).toString().trimEnd().split('\n');
    const { hash } = JSON.parse(lines.at(-1)!) as AuditEntry;
    const token = 'addenda-anchors/2';
    await writeFile(join(folder, 'bundle/roots.pem'), writePem(authority.root));
    const digestOfLast = `openssl ts -verify -digest ${hash} -in ${token}.tst -token_in`;
    const third = await run('bash', ['-c', `${digestOfLast} -CAfile roots.pem -untrusted ${token}.pem`], {
      cwd: join(folder, 'bundle'),
    });
    expect(third.stdout + third.stderr).toContain('Verification: OK');

    for (const kind of ['photo', 'annotation', 'whiteboard', 'signature']) {
      const { path, captured } = await findPath(kind);
      const digest = createHash('sha256')
        .update(await readBundleFile(path))
        .digest('hex');
      expect(digest).toBe(captured.payload['sha256']);
    }
  });
});
