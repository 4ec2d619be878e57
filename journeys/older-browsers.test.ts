import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { completeSession } from '@field-inspection/server/testing/complete-session';
import { runDueJobs } from '@field-inspection/server/testing/run-due-jobs';
import { readLastCode } from '@field-inspection/server/testing/signing-device';
import type { TestServer } from '@field-inspection/server/testing/start-test-server';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildBundle, zipBundle } from '../packages/evidence/src/testing/build-bundle.ts';
import { openReportCase } from '../packages/evidence/src/testing/open-report-case.ts';
import { startRoomOperator } from './field-live/start-room-operator.ts';
import { makeOlder, OLDER_BROWSERS } from './make-older.ts';
import { hasBrowser, openBrowser, watchPage } from './open-browser.ts';
import { openVerifyDevice } from './open-verify-device.ts';
import { drivePage, openSigningWorld } from './sign-page/open-signing-world.ts';
import { TAKE_TAPS_AT_ONCE } from './use-phone.ts';

let world: Awaited<ReturnType<typeof openSigningWorld>>;
let server: TestServer;
let browser: Browser;
let device: BrowserContext;
let page: Page;
let watched: ReturnType<typeof watchPage>;

const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
const sees = (text: string) => page.getByText(text, { exact: true }).first().waitFor({ timeout: 30_000 });

const drawAndSend = async (send: string) => {
  const pad = page.getByRole('application');
  await pad.hover();
  const { x, y, width, height } = (await pad.boundingBox())!;
  await page.mouse.move(x + width * 0.2, y + height * 0.3);
  await page.mouse.down();
  await page.mouse.move(x + width * 0.6, y + height * 0.7, { steps: 4 });
  await page.mouse.up();
  await press(send);
  await sees('Stored');
  await press('Back');
};

const openOperator = async (sessionId: string) => {
  const desk = await (await browser.newContext({ bypassCSP: true })).newPage();
  await desk.goto(`${server.baseUrl}/livez`);
  return startRoomOperator(desk, await server.client.sessions.createMediaConnection(sessionId));
};

beforeAll(async () => {
  if (!hasBrowser) return;
  world = await openSigningWorld();
  server = world.server;
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
  await world?.csc.close();
});

describe.runIf(hasBrowser).each(OLDER_BROWSERS)('where all is missing that the oldest %s lacks', (name) => {
  beforeEach(async () => {
    device = await browser.newContext({ locale: 'en-GB', viewport: { width: 360, height: 740 } });
    await device.grantPermissions(['geolocation', 'camera', 'microphone']);
    await device.setGeolocation({ latitude: 45.4642, longitude: 9.19 });
    // The tests' own style comes first, since Safari 16.0 can't make a style sheet.
    await device.addInitScript({ content: `${TAKE_TAPS_AT_ONCE.content}\n${makeOlder(name).content}` });
    page = await device.newPage();
    watched = watchPage(page);
  });
  afterEach(async () => {
    expect(watched.faults).toEqual([]);
    await device.close();
  });

  it('pages do not find what came later', async () => {
    await page.goto(`${server.baseUrl}/verify`);
    const found = await page.evaluate(`Object.entries({
      'URL.canParse': URL.canParse, isWellFormed: ''.isWellFormed, 'Object.groupBy': Object.groupBy,
      'Promise.withResolvers': Promise.withResolvers, 'AbortSignal.any': AbortSignal.any, union: new Set().union,
      'Array.fromAsync': Array.fromAsync, Iterator: globalThis.Iterator, map: [].values().map,
      ...(${name !== 'safari_ios'} && { toSorted: [].toSorted }),
    }).filter(([, value]) => value !== undefined).map(([name]) => name)`);
    expect(found).toEqual([]);
    // These versions have both functions.
    expect(await page.evaluate('typeof structuredClone + typeof [].findLast')).toBe('functionfunction');
  });

  it('a person joins by link and code, allows all, takes a photo with its location, sketches, signs, shows the live picture, goes on after a reload without a network, and keeps the receipt', async () => {
    const session = await server.client.sessions.create({
      shots: [{ slot: 'roof', label: { en: 'The roof' } }],
    });
    const minted = await server.client.participants.create(session.id, {
      recipient_email: 'anna@example.com',
    });
    await page.goto(minted.join_url);
    await press('Join the inspection');
    await page.locator('#otp:focus').fill(minted.otp_code!);
    for (const matter of ['Camera', 'Microphone', 'Location']) {
      await page.getByRole('checkbox', { name: matter }).check();
      await page.getByRole('checkbox', { name: matter, checked: true }).waitFor();
    }
    await press('Continue');
    await press('Take the photo');
    await press('Use the photo');
    await sees('1 of 1 taken');
    await press('Draw a sketch');
    await drawAndSend('Send');
    await press('Sign');
    await page.getByLabel('Your first and last name').fill('Ada Rossi');
    await drawAndSend('Sign');

    await press('Show live');
    const operator = await openOperator(session.id);
    await press('Start sharing');
    await operator.seesPicture();
    await operator.leave();
    await press('Back');

    await page.evaluate('navigator.serviceWorker.ready.then(() => true)');
    const [worker] = device.serviceWorkers();
    await worker!.evaluate(makeOlder(name).content);
    await device.setOffline(true);
    await page.reload();
    await page.getByRole('button', { name: /^Your photos/ }).waitFor();
    await device.setOffline(false);
    const unreached = watched.faults.splice(0);
    expect(unreached.filter((fault) => !fault.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([]);

    const { data } = await server.client.evidence.list({ session_id: session.id });
    expect(data.map(({ kind, gps }) => [kind, gps !== null]).sort()).toEqual([
      ['photo', true],
      ['signature', false],
      ['whiteboard', false],
    ]);
    await server.client.sessions.end(session.id);
    await sees('1 photo was stored.');
    const saving = page.waitForEvent('download');
    await press('Save the receipt');
    await saving;
  });

  it('a signer reads the report, gives the code and signs', async () => {
    // The database's own time goes on, so that jobs of the browser before would be due by it and not by this clock.
    server.clock.advance(3_600_000);
    const { sessionId } = await completeSession(server);
    const { sign_url } = await server.client.signatures.request(sessionId, {
      signer: { name: 'Ada Rossi', email: 'ada@example.com' },
      level: 'SES',
      provider: 'demo',
    });
    const signer = drivePage(page);
    await page.goto(sign_url);
    await signer.press('Send me the code');
    await signer.hasCodeField();
    await runDueJobs(server.context);
    await signer.enter(readLastCode(server.post.emails));
    await signer.isAt('Read and sign the report');
    await signer.sign();
    await signer.isAt('The report is signed');
  });

  it('the verify page and its worker verify a bundle and a report', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'older-'));
    const { sealed, signer, tsa } = await openReportCase();
    const verifier = await openVerifyDevice(browser, {
      baseUrl: server.baseUrl,
      folder,
      now: new Date('2026-11-22T00:00:00Z'),
    });
    watched = verifier.watched;
    await verifier.context.addInitScript(makeOlder(name));
    await verifier.page.route('**/verifier.js', async (route) => {
      const reply = await route.fetch();
      await route.fulfill({ response: reply, body: `${makeOlder(name).content}\n${await reply.text()}` });
    });
    await verifier.open();
    await verifier.drop('bundle.zip', await zipBundle(await buildBundle()));
    await verifier.seesVerdict('Unchanged in itself');
    await verifier.addRoots(signer.root, tsa.root);
    await verifier.drop('report.pdf', sealed);
    await verifier.seesVerdict('Verified');
    expect(await verifier.page.workers()[0]!.evaluate('typeof URL.canParse + typeof Object.groupBy')).toBe(
      'undefinedundefined',
    );
    await verifier.context.close();
    await rm(folder, { recursive: true });
  });
});
