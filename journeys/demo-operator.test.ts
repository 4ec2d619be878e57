import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openFieldSession } from '@field-inspection/sdk/field';
import { spawnDemo, type SpawnedServer } from '@field-inspection/server/testing/spawn-server';
import { startTestServer } from '@field-inspection/server/testing/start-test-server';
import type { Browser, Page } from 'playwright-core';
import decodeQR from 'qr/decode.js';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { hasBrowser, openBrowser, watchPage } from './open-browser.ts';
import { VARY_FRAMES } from './vary-frames.ts';

let dataDir: string;
let server: SpawnedServer;
let browser: Browser;

const openPhone = async (link: string, code: string) => {
  const phone = await (await browser.newContext({ locale: 'en-GB' })).newPage();
  await phone.addInitScript(VARY_FRAMES);
  const joined = phone.waitForResponse(
    (response) => /\/v1\/sessions\/[^/]+\/join\//.test(response.url()) && response.ok(),
  );
  await phone.goto(link);
  await phone.getByRole('button', { name: 'Join the inspection' }).click();
  await phone.locator('#otp').fill(code);
  const { field_session_token: token } = (await (await joined).json()) as { field_session_token: string };
  for (const name of ['Camera', 'Microphone']) await phone.getByRole('checkbox', { name }).check();
  await phone.getByRole('button', { name: 'Continue' }).click();
  // Continue leads to the camera, since the session asks for a photo.
  await phone.getByRole('button', { name: 'Back' }).click();
  await phone.getByRole('button', { name: 'Show live' }).click();
  await phone.getByRole('button', { name: 'Start sharing' }).click();
  return { phone, field: openFieldSession({ token, baseUrl: server.baseUrl }) };
};

const readPixels = async (screenshot: Buffer) => {
  const page = await browser.newPage();
  const { width, height, data } = await page.evaluate<{
    width: number;
    height: number;
    data: number[];
  }>(`(async () => {
    const png = await fetch('data:image/png;base64,${screenshot.toString('base64')}');
    const picture = await createImageBitmap(await png.blob());
    const canvas = new OffscreenCanvas(picture.width, picture.height).getContext('2d');
    canvas.drawImage(picture, 0, 0);
    const { width, height, data } = canvas.getImageData(0, 0, picture.width, picture.height);
    return { width, height, data: [...data] };
  })()`);
  return { width, height, data: Uint8Array.from(data) };
};

const sees = (page: Page, text: string) => page.getByText(text).first().waitFor();

describe.runIf(hasBrowser)('the operator’s page of the demo', () => {
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'fis-operator-'));
    [server, browser] = await Promise.all([spawnDemo({ dataDir }), openBrowser()]);
  });
  afterEach(async () => {
    for (const context of browser.contexts()) await context.close();
  });
  afterAll(async () => {
    await browser?.close();
    await server?.kill('SIGTERM');
    await rm(dataDir, { recursive: true, force: true });
  });

  it('leads from the invitation by the live picture and the evidence to the report', async () => {
    const page = await (await browser.newContext({ locale: 'en-GB' })).newPage();
    const { faults } = watchPage(page);
    await page.goto(`${server.baseUrl}/operator`);
    await page.getByRole('button', { name: 'Create the inspection' }).click();
    const drawn = page.getByRole('img', { name: 'The link as a QR code' });
    await drawn.locator('path').waitFor();
    const link = await page.getByRole('link', { name: 'Open the link here' }).getAttribute('href');
    expect(decodeQR(await readPixels(await drawn.screenshot()))).toBe(link);
    const code = await page.locator('#code').textContent();
    expect(code).toMatch(/^\d{6}$/);

    const { phone, field } = await openPhone(link!, code!);
    await sees(page, 'Connected to the phone.');
    await expect
      .poll(() => page.evaluate<number>('document.querySelector("video").videoWidth'), { timeout: 20_000 })
      .toBeGreaterThan(0);
    expect(await page.evaluate('document.querySelector("video").srcObject.getAudioTracks().length')).toBe(1);

    await page.locator('video').hover({ position: { x: 10, y: 10 } });
    await phone.locator('.live-board circle').waitFor({ state: 'attached' });
    const taken = page.getByText(/^Taken: SHA-256 [0-9a-f]{12}…$/);
    const take = async () => {
      const before = await taken.count();
      // The phone takes one photo a second at most.
      await page.waitForTimeout(1_100);
      await page.getByRole('button', { name: 'Take a photo' }).click();
      await expect.poll(() => taken.count(), { timeout: 20_000 }).toBe(before + 1);
    };
    await take();
    // The phone sends the photo by itself, with the hash that it told.
    const [, hash] = /SHA-256 (\w+)/.exec((await taken.textContent())!)!;
    await page.locator('#evidence').getByText(hash!).waitFor();
    await page.getByRole('img', { name: 'photo' }).waitFor();
    // Unsent photos stay on the phone, and both sides say so. The phone tells a number only once it has settled.
    await page.waitForTimeout(4_500);
    const unsent = page.getByText(/^Still on the phone, not sent yet: [1-9]$/);
    await unsent.waitFor({ state: 'detached' });
    await phone.route(/\/v1\/field\/uploads/, (route) => route.abort());
    await take();
    await unsent.waitFor();

    await page.getByRole('button', { name: 'End the inspection' }).click();
    await page.getByRole('button', { name: 'Wait for it' }).click();
    expect((await field.get()).session.status).toBe('open');
    await page.getByRole('button', { name: 'End the inspection' }).click();
    await page.getByText(/^Not sent yet: [1-9]\./).waitFor();
    await page.getByRole('button', { name: 'End all the same' }).click();
    await sees(page, 'The inspection has ended.');
    await sees(page, 'The live picture has ended.');
    const report = page.getByRole('link', { name: 'Open the report' });
    await report.waitFor({ timeout: 60_000 });
    const pdf = await fetch((await report.getAttribute('href'))!);
    expect(
      Buffer.from(await pdf.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');
    const bundle = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download the bundle' }).click();
    expect((await bundle).suggestedFilename()).toBe('bundle.zip');
    expect(faults).toEqual([]);
  });

  it('goes on after a reload, where another link takes the place of the one that was shown', async () => {
    const page = await (await browser.newContext({ locale: 'en-GB' })).newPage();
    await page.goto(`${server.baseUrl}/operator`);
    await page.getByLabel('What is inspected').fill('<img src=x onerror=alert(1)>');
    await page.getByRole('button', { name: 'Create the inspection' }).click();
    const link = page.getByRole('link', { name: 'Open the link here' });
    await link.waitFor();
    const first = await link.getAttribute('href');
    await page.reload();
    await sees(page, 'Nobody has joined yet.');
    await page.getByRole('button', { name: 'Go live' }).click();
    await sees(page, 'Waiting for the field person.');
    expect(await link.isVisible()).toBe(false);
    await page.getByRole('button', { name: 'New link' }).click();
    await link.waitFor();
    expect(await link.getAttribute('href')).not.toBe(first);
  });

  it('writes nothing when a link to it is opened, whatever the link says', async () => {
    const page = await (await browser.newContext({ locale: 'en-GB' })).newPage();
    await page.goto(`${server.baseUrl}/operator`);
    await page.getByRole('button', { name: 'Create the inspection' }).click();
    await page.getByRole('link', { name: 'Open the link here' }).waitFor();
    const [, id] = page.url().split('#');
    const sent: string[] = [];
    page.on('request', (request) => request.method() === 'GET' || sent.push(request.url()));
    for (const fragment of [`${id}/end#`, `${id}/end?`, `x/../${id}/end#`, '..', '%2e%2e/keys/revoke#']) {
      await page.goto('about:blank');
      await page.goto(`${server.baseUrl}/operator#${fragment}`);
      await page.getByRole('button', { name: 'Create the inspection' }).waitFor();
    }
    // A new hash also changes the open page.
    await page.goto(`${server.baseUrl}/operator#${id}`);
    await sees(page, 'Nobody has joined yet.');
    await page.getByRole('button', { name: 'Go live' }).waitFor();
    expect(sent).toEqual([]);
  });
});

it('is nowhere outside demo mode, nor is any of its files', async () => {
  const real = await startTestServer();
  const paths = ['/operator', '/operator/assets/operator.js', '/operator/assets/qr.js'];
  const statuses = await Promise.all(
    paths.map(async (path) => (await fetch(`${real.baseUrl}${path}`)).status),
  );
  await real.close();
  expect(statuses).toEqual([404, 404, 404]);
});
