import { LOCALES } from '@field-inspection/contract';
import type { RequestedSignature, RequestSignatureBody } from '@field-inspection/sdk';
import { completeSession } from '@field-inspection/server/testing/complete-session';
import { createTestSeal, createTestSigner } from '@field-inspection/server/testing/create-test-seal';
import {
  CSC_CLIENT,
  startCscProvider,
  type CscProviderServer,
} from '@field-inspection/server/testing/csc-provider/start-csc-provider';
import { runDueJobs } from '@field-inspection/server/testing/run-due-jobs';
import { readCode } from '@field-inspection/server/testing/signing-device';
import { startTestServer, type TestServer } from '@field-inspection/server/testing/start-test-server';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeName } from '../apps/server/src/demo/authority/sign-certificate.ts';
import { signCatalogues } from '../apps/server/src/features/sign-page/words/sign-catalogues.ts';
import { createSeal } from '../apps/server/src/platform/seal/create-seal.ts';
import { hasBrowser, openBrowser, watchPage } from './open-browser.ts';

let server: TestServer;
let csc: CscProviderServer;
let browser: Browser;
let device: BrowserContext;
let page: Page;
let watched: ReturnType<typeof watchPage>;
let sessionId: string;

const openDevice = async () => {
  device = await browser.newContext({ viewport: { width: 360, height: 740 }, locale: 'en-GB' });
  page = await device.newPage();
  watched = watchPage(page);
  // The provider's page, with the two things that a person can do there.
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
  return readCode(server.post.emails.at(-1)!.text);
};
const wrong = (code: string) => (code === '000000' ? '000001' : '000000');

const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
const sees = (text: string) => page.getByText(text).and(page.locator(':visible')).first().waitFor();
const isAt = (heading: string) => page.locator('h1:focus').getByText(heading, { exact: true }).waitFor();
const isRefused = (text: string) => page.getByRole('alert').getByText(text).waitFor();

const sendCode = async ({ sign_url }: RequestedSignature) => {
  await page.goto(sign_url);
  await press('Send me the code');
  await page.locator('#otp:focus').waitFor();
};
const enter = async (code: string) => {
  await page.locator('#otp').fill(code);
  await page.keyboard.press('Enter');
};
const openReport = async (asked: RequestedSignature) => {
  await sendCode(asked);
  await enter(await lastCode());
  await isAt('Read and sign the report');
};
const signReport = async () => {
  await page.getByLabel('I have read the report').check();
  await press('Sign');
};
const get = (id: string) => server.client.signatures.get(sessionId, id);

describe.runIf(hasBrowser)('the sign page', () => {
  beforeAll(async () => {
    const signer = createTestSigner('P-256', makeName('Ada Rossi', { pseudonym: 'Ada Rossi' }));
    const demo = createTestSigner('P-256', makeName('demo signer', { pseudonym: 'demo signer' }));
    csc = await startCscProvider({ authType: ['oauth2code'], mode: 'oauth2code', kind: 'P-256', signer });
    server = await startTestServer(
      {
        CSC_URL: csc.url,
        CSC_CLIENT_ID: CSC_CLIENT.clientId,
        CSC_CLIENT_SECRET: CSC_CLIENT.clientSecret,
        MESSAGES_PER_RECIPIENT_HOUR: '1000',
        MESSAGES_PER_ORGANISATION_DAY: '1000',
      },
      {
        seal: createTestSeal().seal,
        demoSigner: createSeal({ key: demo.key, certificates: demo.certificates, demo: true }),
      },
    );
    ({ sessionId } = await completeSession(server));
    browser = await openBrowser();
  }, 120_000);
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
    await isAt('Acme Inspections asks you to sign a report');
    await sees('The 6-digit code goes to a•••@e•••.com.');
    expect(page.url()).toBe(`${server.baseUrl}/sign`);
    const calls = watched.requests.filter(({ url }) => url.includes('/v1/'));
    expect(calls.map(({ url }) => new URL(url).pathname)).toEqual(['/v1/signing']);
    await runDueJobs(server.context);
    expect(server.post.emails).toHaveLength(sent);
    expect(await page.locator('main').innerText()).not.toContain('Ada Rossi');
    // In a header and nowhere else.
    expect(watched.requests.some(({ url }) => url.includes(token))).toBe(false);
    expect(watched.requests.flatMap(({ headers }) => headers['referer'] ?? [])).toEqual([]);
    expect(await page.evaluate('localStorage.length + document.cookie.length')).toBe(0);
  });

  it('goes from a wrong code to the signed report, and shows what is signed before', async () => {
    const asked = await ask();
    await sendCode(asked);
    const code = await lastCode();
    await enter('12');
    await isRefused('The code has 6 digits.');
    await enter(wrong(code));
    await isRefused('This code is not correct. Attempts left: 4');
    expect(await page.locator('#otp').getAttribute('aria-invalid')).toBe('true');
    await enter(`${code.slice(0, 3)} ${code.slice(3)}`);
    await isAt('Read and sign the report');
    const { sha256, byte_size: size } = (await server.client.reports.list(sessionId)).data[0]!;
    const words = await page.locator('main').innerText();
    expect(words).toContain(sha256!);
    expect(words).toContain('I, Ada Rossi, have read this report and sign it electronically.');
    expect(words).toContain('Simple electronic signature (SES)');
    expect(words).toContain('This is a demonstration. The signature proves nothing.');
    const link = page.getByRole('link', { name: 'Open the report (PDF)' });
    expect([await link.getAttribute('target'), await link.getAttribute('rel')]).toEqual([
      '_blank',
      'noopener noreferrer',
    ]);
    const pdf = await fetch((await link.getAttribute('href'))!);
    expect(pdf.headers.get('content-disposition')).toMatch(/^inline;/);
    expect((await pdf.arrayBuffer()).byteLength).toBe(size);
    await press('Sign');
    await isRefused('Read the report first, then tick the box.');
    await signReport();
    await isAt('The report is signed');
    await sees('There is nothing more for you to do.');
    expect(await get(asked.id)).toMatchObject({ status: 'signed' });
    expect(
      await page.getByRole('link', { name: 'Open the signed report (PDF)' }).getAttribute('href'),
    ).toContain((await get(asked.id)).report);
    await page.reload();
    await isAt('The report is signed');
  });

  it('keeps its place through a reload: the code, the report, and what was ticked', async () => {
    const asked = await ask();
    await sendCode(asked);
    await page.reload();
    await page.locator('#otp:focus').waitFor();
    await enter(await lastCode());
    await isAt('Read and sign the report');
    await page.getByLabel('I have read the report').check();
    await page.reload();
    await isAt('Read and sign the report');
    expect(await page.getByLabel('I have read the report').isChecked()).toBe(true);
    await press('Sign');
    await isAt('The report is signed');
  });

  it('declines after a second question', async () => {
    const asked = await ask();
    await openReport(asked);
    await press('Decline');
    await isAt('Decline to sign?');
    await press('Back to the report');
    await isAt('Read and sign the report');
    expect(await get(asked.id)).toMatchObject({ status: 'pending' });
    await press('Decline');
    await press('Yes, decline');
    await isAt('You have declined');
    expect(await get(asked.id)).toMatchObject({ status: 'declined' });
    await page.reload();
    await isAt('You have declined');
  });

  it('sends the signer to the provider twice and back, and keeps nothing of it in the address', async () => {
    const asked = await byCsc();
    await openReport(asked);
    await signReport();
    await page.getByRole('link', { name: 'Agree' }).click();
    await page.waitForURL(`${csc.origin}/**scope=credential**`);
    await page.getByRole('link', { name: 'Agree' }).click();
    await isAt('The report is signed');
    expect(page.url()).toBe(`${server.baseUrl}/sign/return`);
    expect(await get(asked.id)).toMatchObject({ status: 'signed' });
    const toOthers = watched.requests.filter(({ url }) => url.startsWith(csc.origin));
    expect(toOthers.flatMap(({ headers }) => headers['referer'] ?? []).join()).not.toContain('/sign');
    await page.reload();
    await isAt('The report is signed');
  });

  it('says that the signer declined at the provider, and lets them try again', async () => {
    const asked = await byCsc();
    await openReport(asked);
    await signReport();
    await page.getByRole('link', { name: 'No' }).click();
    await isAt('Read and sign the report');
    await isRefused('You did not confirm at the signing service, so nothing was signed.');
    await press('Sign');
    await page.getByRole('link', { name: 'Agree' }).click();
    await page.waitForURL(`${csc.origin}/**scope=credential**`);
  });

  it('says that a tab in which nothing was begun can finish nothing', async () => {
    await page.goto(`${server.baseUrl}/sign/return?state=k3yR0s&code=Splx`);
    await isAt('This tab does not know your signature');
    expect(page.url()).toBe(`${server.baseUrl}/sign/return`);
    expect(watched.requests.filter(({ url }) => url.includes('/v1/'))).toEqual([]);
  });

  it('says that a code has expired, and sends another', async () => {
    await sendCode(await ask());
    const code = await lastCode();
    server.clock.advance(server.context.config.otpTtlMs);
    await enter(code);
    await isRefused('This code has expired.');
    await press('Send a new code');
    await sees('A new code is on its way.');
    await enter(await lastCode());
    await isAt('Read and sign the report');
  });

  it('says that the request is locked after the fifth wrong code', async () => {
    const asked = await ask();
    await sendCode(asked);
    const code = wrong(await lastCode());
    for (const left of [4, 3, 2, 1]) {
      await enter(code);
      await isRefused(`Attempts left: ${left}`);
    }
    await enter(code);
    await isAt('The request is locked');
    await page.reload();
    await isAt('The request is locked');
  });

  it('asks for a new code when the session is over, or another device has shown one', async () => {
    await openReport(await ask());
    server.clock.advance(31 * 60_000);
    await signReport();
    await sees('You need a new code');
    await press('Send me the code');
    await enter(await lastCode());
    await isAt('Read and sign the report');
  });

  it('says that a link was withdrawn, has expired, or never was one', async () => {
    const asked = await ask();
    await server.client.signatures.cancel(sessionId, asked.id);
    await page.goto(asked.sign_url);
    await isAt('The request was withdrawn');
    for (const token of ['cut', 'A'.repeat(43)]) {
      await page.goto('about:blank');
      await page.goto(`${server.baseUrl}/sign#${token}`);
      await isAt('This link is not valid');
    }
    const late = await ask();
    server.clock.advance(15 * 86_400_000);
    await page.goto('about:blank');
    await page.goto(late.sign_url);
    await isAt('The time to sign is over');
  });

  it.each(LOCALES)("speaks the signature's locale and fits 320 pixels in %s", async (locale) => {
    const texts = signCatalogues[locale];
    await page.setViewportSize({ width: 320, height: 640 });
    const fits = async () => {
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320);
      expect(await page.locator('main').innerText()).not.toMatch(/undefined|\{\w+\}|\bnull\b/);
    };
    const asked = await ask({
      locale,
      signer: { name: 'Ada Rossi', email: 'ada@example.com', phone: '+393331234567' },
    });
    await page.goto(asked.sign_url);
    await page.getByRole('button', { name: texts['start.button'] }).waitFor();
    expect((await page.locator('html').getAttribute('lang'))?.slice(0, 2)).toBe(locale);
    await fits();
    await press(texts['start.button']);
    await page.locator('#otp:focus').waitFor();
    await fits();
    await enter(await lastCode());
    await isAt(texts['review.heading']);
    await press(texts['review.sign']);
    await isRefused(texts['review.unread']);
    await fits();
    await press(texts['review.decline']);
    await isAt(texts['decline.heading']);
    await fits();
    await press(texts['decline.back']);
    await page.getByLabel(texts['review.confirm']).check();
    await press(texts['review.sign']);
    await isAt(texts['signed.heading']);
    await fits();
  });
});
