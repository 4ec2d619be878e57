import { X509Certificate } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ensureDemoSeal, openDemoSeal } from './open-demo-seal.ts';

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'demo-seal-'));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

it('is called demo, and names an organisation that says so and that it proves nothing', async () => {
  const seal = await openDemoSeal({ dir });
  expect(seal.demo).toBe(true);
  expect(seal.subject).toBe(
    'CN=Field Inspection demo seal (proves nothing),O=Demo organisation (proves nothing)',
  );
});

it('leads to a root whose key is kept nowhere, and the root is not in it', async () => {
  const { caFile, certificateFile } = await ensureDemoSeal({ dir });
  const own = new X509Certificate(await readFile(certificateFile));
  const root = new X509Certificate(await readFile(caFile));
  expect(own.checkIssued(root) && own.verify(root.publicKey)).toBe(true);
  expect((await openDemoSeal({ dir })).certificates).toEqual([new Uint8Array(own.raw)]);
  expect((await readdir(path.dirname(caFile))).sort()).toEqual(['ca.pem', 'seal-key.pem', 'seal.pem']);
});

it('keeps the key from everybody but its owner', async () => {
  const { keyFile } = await ensureDemoSeal({ dir });
  expect((await stat(keyFile)).mode & 0o777).toBe(0o600);
});

it('stays the same over restarts, also when several start at once', async () => {
  const other = await mkdtemp(path.join(dir, 'several-'));
  const seals = await Promise.all([1, 2, 3].map(() => openDemoSeal({ dir: other })));
  expect(new Set(seals.map(({ certificates }) => Buffer.from(certificates[0]!).toString('hex'))).size).toBe(
    1,
  );
  expect(await readdir(other)).toEqual(['demo-seal']);
});
