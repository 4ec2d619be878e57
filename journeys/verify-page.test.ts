import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LOCALES } from '@field-inspection/contract';
import { joinSession } from '@field-inspection/server/testing/join-session';
import { runDueJobs } from '@field-inspection/server/testing/run-due-jobs';
import { startTestServer, type TestServer } from '@field-inspection/server/testing/start-test-server';
import {
  startTimestampAuthority,
  type TimestampAuthorityServer,
} from '@field-inspection/server/testing/start-timestamp-authority';
import { takePhoto } from '@field-inspection/server/testing/take-photo';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { verifyCatalogues } from '../apps/server/src/http/pages/page-catalogues.ts';
import { buildBundle, zipBundle } from '../packages/evidence/src/testing/build-bundle.ts';
import { openReportCase, type ReportCase } from '../packages/evidence/src/testing/open-report-case.ts';
import { writeBundleZip } from '../packages/evidence/src/testing/write-bundle-zip.ts';
import { hasBrowser, openBrowser } from './open-browser.ts';
import { openVerifyDevice, type VerifyDevice } from './open-verify-device.ts';

let server: TestServer;
let authority: TimestampAuthorityServer;
let browser: Browser;
let device: VerifyDevice;
let folder: string;
let head: string;
let bundle: Uint8Array;
let report: ReportCase;

// The device's clock must have reached the token's time, which is the test's.
const openDevice = async () => {
  const now = new Date(server.clock.now().getTime() + 60_000);
  device = await openVerifyDevice(browser, { baseUrl: server.baseUrl, folder, now });
};

/** Counts the turns of the page's own thread until the verdict, and the values of its progress bar. */
const countTicks = () => {
  type Element = { hidden: boolean; value: number };
  const scope = globalThis as unknown as { document: { getElementById(id: string): Element } };
  const byId = (id: string) => scope.document.getElementById(id);
  const shares = new Set<number>();
  let ticks = 0;
  return new Promise<{ ticks: number; shares: number[] }>((resolve) => {
    const tick = setInterval(() => {
      ticks += 1;
      shares.add(byId('progress').value);
      if (byId('result').hidden) return;
      clearInterval(tick);
      resolve({ ticks, shares: [...shares] });
    }, 5);
  });
};

const flip = (bytes: Uint8Array, at: number): Uint8Array => {
  const flipped = new Uint8Array(bytes);
  flipped[at]! ^= 1;
  return flipped;
};

describe.runIf(hasBrowser)('the verify page', () => {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'verify-page-'));
    authority = await startTimestampAuthority({ now: () => server.clock.now() });
    server = await startTestServer({ TSA_URLS: authority.url, UPLOAD_GRACE: '1' });
    const { sessionId, call, send } = await joinSession(server);
    await call('PATCH', '/consent', { camera: 'granted' });
    const taken = await send('/photos?slot=roof', await takePhoto(), { 'content-type': 'image/jpeg' });
    expect(taken.status).toBe(201);
    await server.client.sessions.end(sessionId);
    server.clock.advance(60_000);
    await runDueJobs(server.context);
    head = (await server.client.evidence.get(sessionId)).audit_chain_hash!;
    const response = await server.client.evidence.downloadBundle(sessionId);
    bundle = new Uint8Array(await response.arrayBuffer());
    report = await openReportCase();
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await server.close();
    await authority.close();
    await rm(folder, { recursive: true });
  });
  beforeEach(openDevice);
  afterEach(async () => {
    expect(device.watched.faults).toEqual([]);
    await device.context.close();
  });

  describe('a bundle', () => {
    it('is verified after the network was cut, and nothing of it leaves the browser', async () => {
      await device.open();
      const paths = device.watched.requests.map(({ url }) => new URL(url).pathname);
      // Chromium's headless shell asks for no icon.
      const loaded = paths.filter((path) => path !== '/favicon.svg');
      const named = loaded.map((path) => path.replace(/-[\w-]{8}(\.\w+)$/, '$1'));
      expect(named.sort()).toEqual([
        '/assets/page.css',
        '/assets/page.js',
        '/assets/verify.css',
        '/assets/verify.js',
        '/verify',
        '/verify/assets/verifier.js',
      ]);
      await device.context.setOffline(true);
      await device.drop('bundle.zip', bundle);
      await device.seesVerdict('Unchanged in itself, but nobody you trust vouches for it');
      expect(await device.resultText()).toContain('is not checked against a root certificate that you trust');
      // Adding a root verifies the chosen file again.
      await device.addRoots(authority.root);
      await device.seesVerdict('Verified');
      expect(await device.resultText()).toContain(head);
      expect(device.watched.requests).toHaveLength(loaded.length);
    });

    it('with one flipped byte is not in order, and the first bad place is named', async () => {
      await device.open();
      await device.addRoots(authority.root);
      // The cut falls well within the first original.
      const at = Buffer.from(bundle).indexOf('originals/') + 500;
      await device.drop('bundle.zip', flip(bundle, at));
      await device.seesVerdict('Not in order');
      expect(await device.resultText()).toMatch(/First fault\s+originals\/[0-9a-f-]{36}\.jpg/);
      expect(await device.page.locator('.proven').count()).toBe(0);
    });

    it('is held against the head in the address', async () => {
      await device.open(`/verify/${head}`);
      await device.drop('bundle.zip', bundle);
      await device.seesVerdict('Unchanged in itself');
      expect(await device.resultText()).toContain('the head that is in the address of this page');
      await device.open(`/verify/${'0'.repeat(64)}`);
      await device.drop('bundle.zip', bundle);
      await device.seesVerdict('Not the bundle of this address');
    });
  });

  describe('a report', () => {
    it('is verified under the roots of its seal and its time', async () => {
      await device.page.clock.setFixedTime(new Date('2026-11-22T00:00:00Z'));
      await device.open();
      await device.page
        .getByLabel('Choose a file')
        .setInputFiles(await device.write('report.pdf', report.sealed));
      await device.seesVerdict('Unchanged since it was sealed, but who vouches for it is not checked');
      await device.addRoots(report.signer.root, report.tsa.root);
      await device.seesVerdict('Verified');
      expect(await device.resultText()).toContain('PAdES B-T');
      await device.page.getByRole('button', { name: 'Remove root-0.pem' }).press('Enter');
      await device.seesVerdict('Unchanged since it was sealed, but who vouches for it is not checked');
    });

    it('that was tampered with is not in order, and the first bad place is named', async () => {
      await device.page.clock.setFixedTime(new Date('2026-11-22T00:00:00Z'));
      await device.open();
      await device.drop('report.pdf', flip(report.sealed, Buffer.from(report.sealed).indexOf('No cracks')));
      await device.seesVerdict('Not in order');
      expect(await device.resultText()).toMatch(/First fault\s+signature 1/);
    });
  });

  describe('what it asks of the network', () => {
    it('is the head in its address alone, whose answer it tells in words', async () => {
      await device.open(`/verify/${head}`);
      await device.page.getByText('An inspection of this service ended with this head.').waitFor();
      await device.page.getByText('Confirmed').waitFor();
      const asked = device.watched.requests.filter(({ url }) => !/\/assets\/|favicon/.test(url));
      expect(asked.map(({ url }) => new URL(url).pathname)).toEqual([
        `/verify/${head}`,
        `/v1/verify/${head}`,
      ]);
    });

    it('is missed when the page was not loaded in full, which it says', async () => {
      await device.page.route('**/verifier.js', (route) => route.abort());
      await device.page.goto(`${server.baseUrl}/verify`);
      await device.page.getByRole('alert').getByText('The page was not loaded in full.').waitFor();
      expect(await device.page.getByLabel('Choose a file').isDisabled()).toBe(true);
      device.watched.faults.splice(0);
    });

    it('is told when the service does not know, or does not answer', async () => {
      await device.open(`/verify/${'0'.repeat(64)}`);
      await device.page.getByText('This service does not know this head.').waitFor();
      await device.page.route('**/v1/verify/*', (route) => route.abort());
      await device.open(`/verify/${head}`);
      await device.page.getByText('The service could not be asked.').waitFor();
      await device.drop('bundle.zip', bundle);
      await device.seesVerdict('Unchanged in itself');
      expect(device.watched.faults.splice(0)).toEqual([expect.stringContaining('ERR_FAILED')]);
    });

    it('is held by its policies: neither the page nor the thread with the file can reach it', async () => {
      await device.open();
      const tryFetch = (url: string) =>
        fetch(url).then(
          () => 'reached',
          () => 'refused',
        );
      expect(await device.page.evaluate(tryFetch, `${server.baseUrl}/livez`)).toBe('refused');
      expect(await device.page.workers()[0]!.evaluate(tryFetch, `${server.baseUrl}/livez`)).toBe('refused');
      expect(device.watched.faults.splice(0).join()).toContain('Content Security Policy');
    });
  });

  it('says of any other file that it is neither, and of one without a certificate so', async () => {
    await device.open();
    await device.drop('notes.txt', Buffer.from('hello'));
    await device.seesVerdict('Neither a report nor a bundle');
    await device.page
      .getByLabel('Add root certificates')
      .setInputFiles(await device.write('none.pem', 'hello'));
    await device.page.getByRole('alert').getByText('There is no certificate in none.pem.').waitFor();
  });

  it('ends its worker after a time, and says so, and verifies the next file', async () => {
    const spinning = "postMessage({ kind: 'ready' }); addEventListener('message', () => { for (;;); });";
    const script = { contentType: 'text/javascript', body: spinning };
    await device.page.route('**/verifier.js', (route) => route.fulfill(script), { times: 1 });
    await device.page.clock.install({ time: server.clock.now() });
    await device.open();
    await device.drop('endless.zip', bundle);
    await device.page.getByRole('status').getByText('Verifying endless.zip').waitFor();
    await device.page.clock.fastForward(119_000);
    expect(await device.page.locator('#result').isHidden()).toBe(true);
    await device.page.clock.fastForward(2_000);
    await device.seesVerdict('Not verified');
    expect(await device.resultText()).toContain('took too long and was ended');
    await device.drop('bundle.zip', bundle);
    await device.seesVerdict('Unchanged in itself');
  });

  it('shows hostile names as text', async () => {
    await device.open();
    const path = 'anchors/<img src=x onerror=alert(1)>.tst';
    await device.drop('<b>a</b>.zip', await writeBundleZip([[path, Buffer.from('x')]]));
    await device.seesVerdict('Not in order');
    expect(await device.resultText()).toContain('<b>a</b>.zip');
    expect(await device.page.locator('#result img, #result b').count()).toBe(0);
  });

  it('stays alive while a large bundle is read, and shows how far it is', async () => {
    await device.open();
    const large = await buildBundle({ photos: [new Uint8Array(48 * 2 ** 20).fill(7)] });
    await device.page
      .getByLabel('Choose a file')
      .setInputFiles(await device.write('large.zip', await zipBundle(large)));
    await device.page.getByRole('status').getByText('Verifying large.zip').waitFor();
    const { ticks, shares } = await device.page.evaluate(countTicks);
    await device.seesVerdict('Unchanged in itself');
    expect(ticks).toBeGreaterThan(10);
    expect(shares.filter((share) => share > 0 && share < 1).length).toBeGreaterThan(3);
  });

  it('is used by keyboard, and each field has a name', async () => {
    await device.open();
    await device.page.keyboard.press('Tab');
    expect(await device.page.getByLabel('Choose a file').evaluate((field) => field.matches(':focus'))).toBe(
      true,
    );
    await device.page.keyboard.press('Tab');
    expect(
      await device.page.getByLabel('Add root certificates').evaluate((field) => field.matches(':focus')),
    ).toBe(true);
    await device.page.keyboard.press('Tab');
    expect(
      await device.page.getByRole('link', { name: 'Deutsch' }).evaluate((link) => link.matches(':focus')),
    ).toBe(true);
  });

  it('has no language that is smaller than 44 pixels for a finger', async () => {
    await device.page.setViewportSize({ width: 320, height: 640 });
    await device.open();
    const small = await device.page
      .evaluate(`[...document.querySelectorAll('.languages a')].filter((link) => {
      const { width, height } = link.getBoundingClientRect();
      return width < 44 || height < 44;
    }).length`);
    expect(small).toBe(0);
  });

  it.each(LOCALES)('fits a narrow screen in %s, with all its words', async (locale) => {
    const texts = verifyCatalogues[locale];
    await device.page.setViewportSize({ width: 320, height: 640 });
    await device.page.goto(`${server.baseUrl}/verify/${head}?locale=${locale}`);
    await device.page.getByText(texts.ready).waitFor();
    await device.drop('bundle.zip', bundle);
    await device.seesVerdict(texts['bundle.intact.heading']);
    expect(await device.page.evaluate('document.documentElement.scrollWidth')).toBe(320);
    expect(await device.page.locator('main').innerText()).not.toMatch(/undefined|\{\w+\}/);
  });
});
