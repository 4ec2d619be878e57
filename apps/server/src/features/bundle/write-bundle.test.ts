import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { verifyChain, verifyEvidence, type AuditEntry } from '@field-inspection/evidence';
import { BlobReader, TextWriter, Uint8ArrayWriter, ZipReader } from '@zip.js/zip.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { joinSession } from '../../testing/join-session.ts';
import { runDueJobs } from '../../testing/run-due-jobs.ts';
import { seedOrganisation } from '../../testing/seed-organisation.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';
import { takePhoto } from '../../testing/take-photo.ts';
import { appendAddendum } from '../audit/exports/append-entry.ts';
import type { BundleManifest } from './compose-manifest.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const inspect = async () => {
  const device = await joinSession(server);
  await device.call('PATCH', '/consent', { camera: 'granted', gps: 'granted' });
  const photo = await takePhoto();
  const { body } = await device.send('/photos', photo, { 'content-type': 'image/jpeg' });
  const drawing = {
    width: 480,
    height: 640,
    strokes: [
      {
        tool: 'arrow',
        color: '#d92d20',
        size: 6,
        points: [
          [10, 10],
          [200, 300],
        ],
      },
    ],
  };
  await device.call('POST', '/annotations', { evidence: body['id'], drawing });
  return { device, photo };
};

const download = (sessionId: string, apiKey = server.seed.apiKey) =>
  fetch(`${server.baseUrl}/v1/evidence/${sessionId}/bundle.zip`, {
    headers: { authorization: `Bearer ${apiKey}` },
  });

const end = async (sessionId: string) => {
  await server.client.sessions.end(sessionId);
  await runDueJobs(server.context);
};

const unzip = async (response: Response) => {
  const entries = await new ZipReader(new BlobReader(await response.blob())).getEntries();
  const find = (path: string) => {
    const entry = entries.find(({ filename }) => filename === path);
    if (!entry || entry.directory) throw new Error(`${path} is not in the bundle`);
    return entry;
  };
  return {
    names: entries.map(({ filename }) => filename),
    text: (path: string) => find(path).getData(new TextWriter()),
    bytes: (path: string) => find(path).getData(new Uint8ArrayWriter()),
  };
};

test('holds the chain, and every file that its manifest names with the hash that it names', async () => {
  const { device, photo } = await inspect();
  await end(device.sessionId);
  const response = await download(device.sessionId);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/zip']);
  const bundle = await unzip(response);
  const manifest = JSON.parse(await bundle.text('manifest.json')) as BundleManifest;
  const lines = (await bundle.text('chain.jsonl')).trim().split('\n');
  const entries = lines.map((line) => JSON.parse(line) as AuditEntry);
  expect(await verifyChain(entries, { expectedHead: manifest.chain.head })).toMatchObject({ valid: true });
  expect(entries).toHaveLength(manifest.chain.length);
  expect(manifest.evidence.map(({ kind }) => kind).sort()).toEqual(['annotation', 'photo']);
  const named = manifest.evidence.flatMap((each) => [each, ...each.derivatives]);
  for (const { path, sha256, byte_size } of named) {
    const bytes = await bundle.bytes(path);
    expect([bytes.length, createHash('sha256').update(bytes).digest('hex')]).toEqual([byte_size, sha256]);
  }
  const original = manifest.evidence.find(({ kind }) => kind === 'photo')!;
  expect(Buffer.from(await bundle.bytes(original.path)).equals(photo)).toBe(true);
  expect(entries[original.sequence! - 1]?.payload).toMatchObject({ sha256: original.sha256 });
  expect(await bundle.text('README.txt')).toContain(manifest.chain.head);
  const expected = [
    'README.txt',
    'manifest.json',
    'chain.jsonl',
    'disclosures.json',
    'addenda.jsonl',
    'addenda-disclosures.json',
    ...[...named, ...manifest.reports].map(({ path }) => path),
  ];
  expect(bundle.names.sort()).toEqual(expected.sort());
});

test('two downloads have the same bytes', async () => {
  const { device } = await inspect();
  await end(device.sessionId);
  const [first, second] = await Promise.all([download(device.sessionId), download(device.sessionId)]);
  expect(Buffer.from(await first.arrayBuffer()).equals(Buffer.from(await second.arrayBuffer()))).toBe(true);
});

test('unzips with the tool that everybody has', async () => {
  const { device, photo } = await inspect();
  await end(device.sessionId);
  const directory = await mkdtemp(join(tmpdir(), 'fis-bundle-'));
  const file = join(directory, 'bundle.zip');
  await writeFile(file, Buffer.from(await (await download(device.sessionId)).arrayBuffer()));
  execFileSync('python3', ['-m', 'zipfile', '-e', file, directory]);
  const manifest = JSON.parse(await readFile(join(directory, 'manifest.json'), 'utf8')) as BundleManifest;
  const path = manifest.evidence.find(({ kind }) => kind === 'photo')!.path;
  expect((await readFile(join(directory, path))).equals(photo)).toBe(true);
  await rm(directory, { recursive: true });
});

test('while the chain still grows there is no bundle', async () => {
  const { device } = await inspect();
  await server.client.sessions.end(device.sessionId);
  const response = await download(device.sessionId);
  expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([
    409,
    'evidence_not_ready',
  ]);
});

test('another organisation’s bundle is as missing as one that never was', async () => {
  const { device } = await inspect();
  await end(device.sessionId);
  const stranger = await seedOrganisation(server.context);
  expect((await download(device.sessionId, stranger.apiKey)).status).toBe(404);
});

test('a file that is lost breaks the download off, and the server lives on', async () => {
  const { device } = await inspect();
  await end(device.sessionId);
  const row = await server.context.database.prisma.evidence.findFirstOrThrow({
    where: { session_id: device.sessionId, kind: 'photo' },
  });
  await server.context.objects.delete(`${row.organisation_id}/${row.id}/${row.sha256!}`);
  const response = await download(device.sessionId);
  await expect(response.arrayBuffer()).rejects.toThrow();
  expect((await fetch(`${server.baseUrl}/livez`)).status).toBe(200);
});

const append = (sessionId: string, kind: string, payload: Record<string, string | number | string[]>) =>
  server.context.transact(async (tx) => {
    const { organisationId } = server.seed;
    appendAddendum(server.context, tx, { organisationId, sessionId, kind, payload });
  });

/** A made report is kept as its bytes under its id, and its entry. */
const addReport = async (sessionId: string, text: string) => {
  const { organisationId } = server.seed;
  const id = server.context.ids.next();
  const content = Buffer.from(text);
  const { sha256, byte_size } = await server.context.objects.putContent(content, {
    organisationId,
    ownerId: id,
  });
  await append(sessionId, 'report.ready', { report_id: id, sha256, byte_size, locale: 'de' });
  return { id, sha256, content };
};

test('holds the addenda with every report that they name', async () => {
  const { device } = await inspect();
  await end(device.sessionId);
  const reports = [await addReport(device.sessionId, 'one'), await addReport(device.sessionId, 'two')];
  const bundle = await unzip(await download(device.sessionId));
  const manifest = JSON.parse(await bundle.text('manifest.json')) as BundleManifest;
  const readable = new Set(bundle.names);
  for (const { id, sha256, content } of reports) {
    const { path, sequence, ...listed } = manifest.reports.find((report) => report.id === id)!;
    expect([listed.sha256, path]).toEqual([sha256, `reports/${sequence}.pdf`]);
    expect(Buffer.from(await bundle.bytes(path)).equals(content)).toBe(true);
  }
  expect(manifest.reports.every(({ path }) => readable.has(path))).toBe(true);
  const entries = (await bundle.text('addenda.jsonl')).trimEnd().split('\n');
  const verdict = await verifyChain(
    entries.map((line) => JSON.parse(line) as AuditEntry),
    { genesis: manifest.chain.head, expectedHead: manifest.addenda.head },
  );
  expect(verdict).toMatchObject({ valid: true, length: manifest.addenda.length });
});

test('leaves out what a redaction withholds: the file, its pictures, and those of what was drawn on it', async () => {
  const { device, photo } = await inspect();
  await end(device.sessionId);
  const report = await addReport(device.sessionId, 'one');
  const sha256 = createHash('sha256').update(photo).digest('hex');
  await append(device.sessionId, 'redaction', { withheld: [sha256, report.sha256] });
  const response = await download(device.sessionId);
  const bytes = new Uint8Array(await response.arrayBuffer());
  const bundle = await unzip(new Response(bytes));
  const manifest = JSON.parse(await bundle.text('manifest.json')) as BundleManifest;
  const [withheld] = manifest.evidence.filter(({ kind }) => kind === 'photo');
  const { path } = manifest.reports.find(({ id }) => id === report.id)!;
  const sequence = manifest.addenda.length;
  expect(manifest.withheld).toEqual([
    { path: withheld!.path, sequence },
    { path, sequence },
  ]);
  expect(bundle.names).not.toContain(withheld!.path);
  expect(bundle.names).not.toContain(path);
  expect(bundle.names.filter((name) => name.startsWith('derivatives/'))).toEqual([]);
  // The redaction is not anchored yet: until then a verifier calls the file withheld, not yet proven, and no break.
  expect(await verifyEvidence(bytes, { now: server.clock.now() })).toMatchObject({
    verdict: 'intact',
    fault: null,
    withheld: 2,
    unproven: 2,
  });
});

test('the addenda of another session are in no bundle but its own', async () => {
  const [{ device: first }, { device: second }] = [await inspect(), await inspect()];
  await end(first.sessionId);
  await end(second.sessionId);
  const { id } = await addReport(second.sessionId, 'two');
  const [own, other] = [await download(second.sessionId), await download(first.sessionId)];
  expect(await (await unzip(own)).text('addenda.jsonl')).toContain(id);
  expect(await (await unzip(other)).text('addenda.jsonl')).not.toContain(id);
});
