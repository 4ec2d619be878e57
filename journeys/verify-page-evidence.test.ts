import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { joinSession } from '@field-inspection/server/testing/join-session';
import { createTestSeal } from '@field-inspection/server/testing/create-test-seal';
import { runDueJobs } from '@field-inspection/server/testing/run-due-jobs';
import { startTestServer, type TestServer } from '@field-inspection/server/testing/start-test-server';
import {
  startTimestampAuthority,
  type TimestampAuthorityServer,
} from '@field-inspection/server/testing/start-timestamp-authority';
import { takePhoto } from '@field-inspection/server/testing/take-photo';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ensureDemoSeal, openDemoSeal } from '../apps/server/src/demo/authority/open-demo-seal.ts';
import { holdSeal } from '../apps/server/src/platform/seal/open-seal-source.ts';
import { buildBundle, hash, zipBundle } from '../packages/evidence/src/testing/build-bundle.ts';
import { createAuthority } from '../packages/evidence/src/testing/create-authority.ts';
import { hasBrowser, openBrowser } from './open-browser.ts';
import { openVerifyDevice, type VerifyDevice } from './open-verify-device.ts';

let server: TestServer;
let authority: TimestampAuthorityServer;
let browser: Browser;
let device: VerifyDevice;
let folder: string;
let sealRoot: Uint8Array;

const inspect = async (seal: TestServer['context']['seal']) => {
  const { sessionId, call, send } = await joinSession(server);
  await call('PATCH', '/consent', { camera: 'granted' });
  const taken = await send('/photos?slot=roof', await takePhoto(), { 'content-type': 'image/jpeg' });
  expect(taken.status).toBe(201);
  await server.client.sessions.end(sessionId);
  server.clock.advance(60_000);
  await runDueJobs({ ...server.context, seal });
  const { audit_chain_hash } = await server.client.evidence.get(sessionId);
  const response = await server.client.reports.download(sessionId);
  return { head: audit_chain_hash!, pdf: new Uint8Array(await response.arrayBuffer()) };
};

const openDevice = async (width: number) => {
  const now = new Date(server.clock.now().getTime() + 60_000);
  device = await openVerifyDevice(browser, { baseUrl: server.baseUrl, folder, now, width });
};

const PHOTO = Buffer.from('a photo');

/** The only photo is withheld: a report and the redaction are timestamped, the last entry is not. */
const withhold = async () => {
  const stamper = await createAuthority();
  const anchor = { authority: stamper, name: 'https://tsa.example' };
  const given = { photos: [PHOTO], anchors: [anchor] };
  const [path] = (await buildBundle(given)).originals;
  const bundle = await buildBundle({
    ...given,
    addenda: {
      reports: [Buffer.from('%PDF-1.7')],
      redactions: [[hash(PHOTO)], []],
      anchors: [{ anchor, sequence: 2 }],
      withheld: [{ path: path!, sequence: 2 }],
    },
  });
  return { path: path!, root: stamper.root, zip: await zipBundle(bundle, { [path!]: undefined }) };
};

describe.runIf(hasBrowser)('what the verify page says', () => {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'verify-evidence-'));
    authority = await startTimestampAuthority({ now: () => server.clock.now() });
    const { seal, root } = createTestSeal();
    sealRoot = root;
    server = await startTestServer({ TSA_URLS: authority.url, UPLOAD_GRACE: '1' }, { seal });
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await server.close();
    await authority.close();
    await rm(folder, { recursive: true });
  });
  afterEach(async () => {
    expect(device.watched.faults).toEqual([]);
    await device.context.close();
  });

  it.each([360, 1200])(
    'of a bundle with a withheld file, at %i px: how many are withheld, and that a time does not prove by whom',
    async (width) => {
      await openDevice(width);
      const { path, root, zip } = await withhold();
      await device.page.clock.setFixedTime(new Date('2026-11-22T00:00:00Z'));
      await device.open();
      await device.drop('bundle.zip', zip);
      await device.seesVerdict('Unchanged in itself');
      await device.addRoots(root);
      await device.seesVerdict('Verified');
      const text = await device.resultText();
      expect(text).toMatch(/Withheld files\s+1\s/);
      expect(text).toMatch(/Last addenda without a timestamp that counts\s+1\s/);
      expect(text).toContain('A trusted time proves when that was recorded, not who did it.');
      expect(text).toMatch(new RegExp(`Withheld files\\s+${path}\\s+Withheld by addendum 2`));
      expect(await device.page.evaluate('document.documentElement.scrollWidth')).toBe(width);
    },
  );

  it('of a report, is held against the head in the address, which its seal covers', async () => {
    const { head, pdf } = await inspect(server.context.seal);
    await openDevice(360);
    await device.open(`/verify/${head}`);
    await device.drop('report.pdf', pdf);
    await device.seesVerdict('Unchanged since it was sealed, but who vouches for it is not checked');
    await device.addRoots(sealRoot, authority.root);
    await device.seesVerdict('Verified');
    expect(await device.resultText()).toContain('names the head that is in the address of this page');
    expect(await device.resultText()).toContain('PAdES B-T');
    await device.open(`/verify/${'0'.repeat(64)}`);
    await device.drop('report.pdf', pdf);
    await device.seesVerdict('Not the report of this address');
  });

  it('of a report that demo mode sealed, is never that it is verified, whatever root is added', async () => {
    const { caFile } = await ensureDemoSeal({ dir: folder });
    const { head, pdf } = await inspect(holdSeal(await openDemoSeal({ dir: folder })));
    await openDevice(1200);
    await device.open(`/verify/${head}`);
    await device.drop('report.pdf', pdf);
    await device.seesVerdict('Unchanged since it was sealed, but by a demo, which proves nothing');
    await device.page.getByLabel('Add root certificates').setInputFiles({
      name: 'demo.pem',
      mimeType: 'application/x-pem-file',
      buffer: await readFile(caFile),
    });
    await device.addRoots(authority.root);
    await device.seesVerdict('Unchanged since it was sealed, but by a demo, which proves nothing');
    const text = await device.resultText();
    expect(text).toContain('Who sealed or signed it, where that was a demo: anybody can start one.');
    expect(text).not.toMatch(/Verified|Trusted/);
  });
});
