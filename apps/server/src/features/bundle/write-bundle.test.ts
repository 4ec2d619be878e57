import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { verifyChain, type AuditEntry } from '@field-inspection/evidence';
import { BlobReader, TextWriter, Uint8ArrayWriter, ZipReader } from '@zip.js/zip.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { joinSession } from '../../testing/join-session.ts';
import { runDueJobs } from '../../testing/run-due-jobs.ts';
import { seedOrganisation } from '../../testing/seed-organisation.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';
import { takePhoto } from '../../testing/take-photo.ts';
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
    ...named.map(({ path }) => path),
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
