import { LOCALES } from '@field-inspection/contract';
import type { RequestedSignature, RequestSignatureBody } from '@field-inspection/sdk';
import { completeSession } from '@field-inspection/server/testing/complete-session';
import type { CscProviderServer } from '@field-inspection/server/testing/csc-provider/start-csc-provider';
import { runDueJobs } from '@field-inspection/server/testing/run-due-jobs';
import { readLastCode } from '@field-inspection/server/testing/signing-device';
import type { TestServer } from '@field-inspection/server/testing/start-test-server';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { signCatalogues } from '../apps/server/src/http/pages/page-catalogues.ts';
import { hasBrowser, openBrowser, watchPage } from './open-browser.ts';
import { type DrivenPage, drivePage, openSigningWorld } from './sign-page/open-signing-world.ts';

let server: TestServer;
let csc: CscProviderServer;
let browser: Browser;
let device: BrowserContext;
let page: Page;
let signer: DrivenPage;
let watched: ReturnType<typeof watchPage>;
let sessionId: string;

const openDevice = async () => {
  device = await browser.newContext({ viewport: { width: 360, height: 740 }, locale: 'en-GB' });
  page = await device.newPage();
  signer = drivePage(page);
  watched = watchPage(page);
  // Stands for the provider's page, on which a person can do two things.
  await page.route(`${csc.origin}/**/authorize*`, async (route) => {
    const url = route.request().url();
    if (url.includes('choice=')) return route.continue();
    const body = `<a href="${url}&choice=agree">Agree</a> <a href="${url}&choice=decline">No</a>`;
    await route.fulfill({ contentType: 'text/html', body: body.replaceAll('&choice', '&amp;choice') });
  });
};

const ask = (given: Partial<RequestSignatureBody> = {}): Promise<RequestedSignature> =>
  server.client.signatures.request(sessionId, {
    signer: { name: 'Ada Rossi', email: 'ada@example.com' },
    level: 'SES',
    provider: 'demo',
    ...given,
  });
const byCsc = () => ask({ provider: 'csc', level: 'AES' });

const lastCode = async (): Promise<string> => {
  await runDueJobs(server.context);
  return readLastCode(server.post.emails);
};
const wrong = (code: string) => (code === '000000' ? '000001' : '000000');

const sendCode = async ({ sign_url }: RequestedSignature) => {
  await page.goto(sign_url);
  await signer.press('Send me the code');
  await signer.hasCodeField();
};
const openReport = async (asked: RequestedSignature) => {
  await sendCode(asked);
  await signer.enter(await lastCode());
  await signer.isAt('Read and sign the report');
};
const get = (id: string) => server.client.signatures.get(sessionId, id);

describe.runIf(hasBrowser)('the sign page', () => {
  beforeAll(async () => {
    ({ server, csc } = await openSigningWorld());
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await server.close();
    await csc.close();
  });
  beforeEach(async () => {
    ({ sessionId } = await completeSession(server));
    await openDevice();
  });
  afterEach(async () => {
    expect(watched.faults).toEqual([]);
    await device.close();
  });

  it('shows whose request it is and where the code goes, and does nothing before a tap', async () => {
    const asked = await ask();
    const token = new URL(asked.sign_url).hash.slice(1);
    const sent = server.post.emails.length;
    await page.goto(asked.sign_url, { waitUntil: 'networkidle' });
    await signer.isAt('Acme Inspections asks you to sign a report');
    await signer.sees('The 6-digit code goes to a•••@e•••.com.');
    expect(page.url()).toBe(`${server.baseUrl}/sign`);
    const calls = watched.requests.filter(({ url }) => url.includes('/v1/'));
    expect(calls.map(({ url }) => new URL(url).pathname)).toEqual(['/v1/signing']);
    await runDueJobs(server.context);
    expect(server.post.emails).toHaveLength(sent);
    expect(await signer.words()).not.toContain('Ada Rossi');
    // The token is in a header and nowhere else.
    expect(watched.requests.some(({ url }) => url.includes(token))).toBe(false);
    expect(watched.requests.flatMap(({ headers }) => headers['referer'] ?? [])).toEqual([]);
    expect(await page.evaluate('localStorage.length + document.cookie.length')).toBe(0);
  });

  it('goes from a wrong code to the signed report, and shows what is signed before', async () => {
    const asked = await ask();
    await sendCode(asked);
    const code = await lastCode();
    await signer.enter('12');
    await signer.press('Confirm the code');
    await signer.isRefused('The code has 6 digits.');
    await signer.enter(wrong(code));
    await signer.isRefused('This code is not correct. Attempts left: 4');
    expect(await page.locator('#otp').getAttribute('aria-invalid')).toBe('true');
    await signer.enter(`${code.slice(0, 3)} ${code.slice(3)}`);
    await signer.isAt('Read and sign the report');
    const { sha256, byte_size: size } = (await server.client.reports.list(sessionId)).data[0]!;
    const words = await signer.words();
    expect(words).toContain(sha256!);
    expect(words).toContain('I, Ada Rossi, have read this report and sign it electronically.');
    expect(words).toContain('Simple electronic signature (SES)');
    expect(words).toContain('This is a demonstration. The signature proves nothing.');
    const link = signer.link('Open the report (PDF)');
    expect([await link.getAttribute('target'), await link.getAttribute('rel')]).toEqual([
      '_blank',
      'noopener noreferrer',
    ]);
    const pdf = await fetch((await link.getAttribute('href'))!);
    expect(pdf.headers.get('content-disposition')).toMatch(/^inline;/);
    expect((await pdf.arrayBuffer()).byteLength).toBe(size);
    await signer.press('Sign');
    await signer.isRefused('Read the report first, then tick the box.');
    await signer.sign();
    await signer.isAt('The report is signed');
    await signer.sees('There is nothing more for you to do.');
    expect(await get(asked.id)).toMatchObject({ status: 'signed' });
    expect(await signer.link('Open the signed report (PDF)').getAttribute('href')).toContain(
      (await get(asked.id)).report,
    );
    await page.reload();
    await signer.isAt('The report is signed');
  });

  it('keeps its place through a reload: the code, the report, and what was ticked', async () => {
    const asked = await ask();
    await sendCode(asked);
    await page.reload();
    await signer.hasCodeField();
    await signer.enter(await lastCode());
    await signer.isAt('Read and sign the report');
    await page.getByLabel('I have read the report').check();
    await page.reload();
    await signer.isAt('Read and sign the report');
    expect(await page.getByLabel('I have read the report').isChecked()).toBe(true);
    await signer.press('Sign');
    await signer.isAt('The report is signed');
  });

  it('declines after a second question', async () => {
    const asked = await ask();
    await openReport(asked);
    await signer.press('Decline');
    await signer.isAt('Decline to sign?');
    await signer.press('Back to the report');
    await signer.isAt('Read and sign the report');
    expect(await get(asked.id)).toMatchObject({ status: 'pending' });
    await signer.press('Decline');
    await signer.press('Yes, decline');
    await signer.isAt('You have declined');
    expect(await get(asked.id)).toMatchObject({ status: 'declined' });
    await page.reload();
    await signer.isAt('You have declined');
  });

  it('sends the signer to the provider twice and back, and keeps nothing of it in the address', async () => {
    const asked = await byCsc();
    await openReport(asked);
    await signer.sign();
    await signer.link('Agree').click();
    await page.waitForURL(`${csc.origin}/**scope=credential**`);
    await signer.link('Agree').click();
    await signer.isAt('The report is signed');
    expect(page.url()).toBe(`${server.baseUrl}/sign/return`);
    expect(await get(asked.id)).toMatchObject({ status: 'signed' });
    const toOthers = watched.requests.filter(({ url }) => url.startsWith(csc.origin));
    expect(toOthers.flatMap(({ headers }) => headers['referer'] ?? []).join()).not.toContain('/sign');
    await page.reload();
    await signer.isAt('The report is signed');
  });

  it('says that the signer declined at the provider, and lets them try again', async () => {
    const asked = await byCsc();
    await openReport(asked);
    await signer.sign();
    await signer.link('No').click();
    await signer.isAt('Read and sign the report');
    await signer.isRefused('You did not confirm at the signing service, so nothing was signed.');
    await signer.press('Sign');
    await signer.link('Agree').click();
    await page.waitForURL(`${csc.origin}/**scope=credential**`);
  });

  it('says that a tab in which nothing was begun can finish nothing', async () => {
    await page.goto(`${server.baseUrl}/sign/return?state=k3yR0s&code=Splx`);
    await signer.isAt('This tab has no record of your signature');
    expect(page.url()).toBe(`${server.baseUrl}/sign/return`);
    expect(watched.requests.filter(({ url }) => url.includes('/v1/'))).toEqual([]);
  });

  it('says that a code has expired, and sends another', async () => {
    await sendCode(await ask());
    const code = await lastCode();
    server.clock.advance(server.context.config.otpTtlMs);
    await signer.enter(code);
    await signer.isRefused('This code has expired.');
    await signer.press('Send a new code');
    await signer.sees('A new code is on its way.');
    await signer.enter(await lastCode());
    await signer.isAt('Read and sign the report');
  });

  it('says that the request is locked after the fifth wrong code', async () => {
    const asked = await ask();
    await sendCode(asked);
    const code = wrong(await lastCode());
    for (const left of [4, 3, 2, 1]) {
      await signer.enter(code);
      await signer.isRefused(`Attempts left: ${left}`);
    }
    await signer.enter(code);
    await signer.isAt('The request is locked');
    await page.reload();
    await signer.isAt('The request is locked');
  });

  it('asks for a new code when the session is over, or another device has shown one', async () => {
    await openReport(await ask());
    server.clock.advance(31 * 60_000);
    await signer.sign();
    await signer.sees('You need a new code');
    await signer.press('Send me the code');
    await signer.hasCodeField();
    await signer.enter(await lastCode());
    await signer.isAt('Read and sign the report');
  });

  it('says that a link was withdrawn, has expired, or never was one', async () => {
    const asked = await ask();
    await server.client.signatures.cancel(sessionId, asked.id);
    await page.goto(asked.sign_url);
    await signer.isAt('The request was withdrawn');
    for (const token of ['cut', 'A'.repeat(43)]) {
      await page.goto('about:blank');
      await page.goto(`${server.baseUrl}/sign#${token}`);
      await signer.isAt('This link is not valid');
    }
    const late = await ask();
    server.clock.advance(15 * 86_400_000);
    await page.goto('about:blank');
    await page.goto(late.sign_url);
    await signer.isAt('The time to sign is over');
  });

  it.each(LOCALES)("speaks the signature's locale and fits 320 pixels in %s", async (locale) => {
    const texts = signCatalogues[locale];
    await page.setViewportSize({ width: 320, height: 640 });
    const fits = async () => {
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320);
      expect(await signer.words()).not.toMatch(/undefined|\{\w+\}|\bnull\b/);
    };
    const asked = await ask({
      locale,
      signer: { name: 'Ada Rossi', email: 'ada@example.com', phone: '+393331234567' },
    });
    await page.goto(asked.sign_url);
    await page.getByRole('button', { name: texts['start.button'] }).waitFor();
    expect((await page.locator('html').getAttribute('lang'))?.slice(0, 2)).toBe(locale);
    await fits();
    await signer.press(texts['start.button']);
    await signer.hasCodeField();
    await fits();
    await signer.enter(await lastCode());
    await signer.isAt(texts['review.heading']);
    await signer.press(texts['review.sign']);
    await signer.isRefused(texts['review.unread']);
    await fits();
    await signer.press(texts['review.decline']);
    await signer.isAt(texts['decline.heading']);
    await fits();
    await signer.press(texts['decline.back']);
    await page.getByLabel(texts['review.confirm']).check();
    await signer.press(texts['review.sign']);
    await signer.isAt(texts['signed.heading']);
    await fits();
  });
});
