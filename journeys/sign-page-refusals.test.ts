import { startTestServer, type TestServer } from '@field-inspection/server/testing/start-test-server';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hasBrowser, openBrowser, watchPage } from './open-browser.ts';
import { drivePage, type DrivenPage } from './sign-page/open-signing-world.ts';
import { refusal, REQUEST, standIn, VIEW } from './sign-page/stand-in.ts';

let server: TestServer;
let browser: Browser;
let device: BrowserContext;
let page: Page;
let signer: DrivenPage;
let service: Awaited<ReturnType<typeof standIn>>;
let watched: ReturnType<typeof watchPage>;

const LINK = 'l'.repeat(43);
const PROVIDER = 'https://csc.example.com/oauth2/authorize?state=k3yR0s';

const open = () => page.goto(`${server.baseUrl}/sign#${LINK}`);
const openCode = async () => {
  await open();
  await signer.press('Send me the code');
  await signer.hasCodeField();
};
const openReport = async () => {
  await openCode();
  await signer.enter('123456');
  await signer.isAt('Read and sign the report');
};
const comeBack = () => page.goto(`${server.baseUrl}/sign/return?state=k3yR0s&code=Splx`);
const isTicked = () => page.getByLabel('I have read the report').isChecked();

describe.runIf(hasBrowser)('the sign page, when something is in the way', () => {
  beforeAll(async () => {
    server = await startTestServer();
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await server.close();
  });
  beforeEach(async () => {
    device = await browser.newContext({ viewport: { width: 320, height: 640 }, locale: 'en-GB' });
    page = await device.newPage();
    signer = drivePage(page);
    watched = watchPage(page);
    service = await standIn(page);
  });
  afterEach(async () => {
    const isMeant = /ERR_INTERNET_DISCONNECTED/;
    expect(watched.faults.filter((fault) => !isMeant.test(fault))).toEqual([]);
    await device.close();
  });

  it('keeps what was typed and ticked while the network is away, and goes on from there', async () => {
    service.replies.open = 'no network';
    await open();
    await signer.isRefused('No connection.');
    service.replies.open = { status: 200, body: REQUEST };
    await signer.press('Try again');
    const { code, verify, sign } = service.replies;
    service.replies.code = 'no network';
    await signer.press('Send me the code');
    await signer.isRefused('No connection.');
    Object.assign(service.replies, { code, verify: 'no network' });
    await signer.press('Send me the code');
    await signer.hasCodeField();
    await signer.enter('123456');
    await signer.isRefused('No connection.');
    expect(await page.locator('#otp').inputValue()).toBe('123456');
    Object.assign(service.replies, { verify, sign: 'no network' });
    await page.keyboard.press('Enter');
    await signer.isAt('Read and sign the report');
    await signer.sign();
    await signer.isRefused('No connection.');
    expect(await isTicked()).toBe(true);
    service.replies.sign = sign;
    service.replies.session = { status: 200, body: { ...VIEW, status: 'signed' } };
    await signer.press('Sign');
    await signer.isAt('The report is signed');
    // A try whose answer was lost is repeated under its key, so that nothing is done twice.
    for (const route of ['code', 'verify', 'sign'] as const) {
      const keys = service.askedFor(route).map(({ key }) => key);
      expect([keys.length, new Set(keys).size]).toEqual([2, 1]);
    }
  });

  it('finishes what the provider sent back though the network was away, by a try or a reload', async () => {
    await openReport();
    service.replies.finish = 'no network';
    await comeBack();
    await signer.isRefused('No connection.');
    expect(page.url()).toBe(`${server.baseUrl}/sign/return`);
    await page.reload();
    await signer.isRefused('No connection.');
    service.replies.finish = { status: 200, body: { status: 'signed', action_url: null } };
    service.replies.session = { status: 200, body: { ...VIEW, status: 'signed' } };
    await signer.press('Try again');
    await signer.isAt('The report is signed');
    const bodies = service.askedFor('finish').map(({ body }) => body);
    expect(bodies).toEqual(Array(3).fill({ state: 'k3yR0s', code: 'Splx' }));
    await page.reload();
    await signer.isAt('The report is signed');
    expect(service.askedFor('finish')).toHaveLength(3);
  });

  it.each([
    [refusal(409, 'signature_in_progress'), 'Somebody else is signing this report right now.'],
    [refusal(503, 'unavailable'), 'The signing service does not answer right now.'],
    [refusal(429, 'rate_limited'), 'There were too many attempts.'],
    [refusal(500, 'internal_error'), 'Something went wrong on our side.'],
  ])(
    'says why nothing was signed, keeps the tick, and lets the signer try again: %o',
    async (reply, words) => {
      await openReport();
      const { sign } = service.replies;
      service.replies.sign = reply;
      await signer.sign();
      await signer.isRefused(words);
      expect(await isTicked()).toBe(true);
      service.replies.sign = sign;
      service.replies.session = { status: 200, body: { ...VIEW, status: 'signed' } };
      await signer.press('Sign');
      await signer.isAt('The report is signed');
    },
  );

  it.each([
    ['no_credential', 'The signing service has no certificate of yours'],
    ['declined', 'You did not confirm at the signing service'],
    ['expired', 'It took too long at the signing service'],
    ['wrong_signature', 'No signature was made, and the report is unchanged.'],
  ])('words a refusal of the provider, and never its own text: %s', async (code, words) => {
    await openReport();
    service.replies.finish = refusal(422, 'signature_refused');
    service.replies.session = {
      status: 200,
      body: { ...VIEW, failure: { code, message: 'Internal words.' } },
    };
    await comeBack();
    await signer.isRefused(words);
    expect(await signer.words()).not.toContain('Internal words.');
  });

  it('shows the report anew when somebody else has signed it meanwhile, to be read again', async () => {
    await openReport();
    service.replies.sign = refusal(409, 'version_conflict');
    const report = { ...VIEW.report, sha256: 'b'.repeat(64) };
    service.replies.session = { status: 200, body: { ...VIEW, report } };
    await signer.sign();
    await signer.isRefused('Somebody else has signed the report in the meantime.');
    expect(await isTicked()).toBe(false);
    expect(await signer.words()).toContain('b'.repeat(64));
    service.replies.sign = { status: 200, body: { status: 'signed', action_url: null } };
    service.replies.session = { status: 200, body: { ...VIEW, report, status: 'signed' } };
    await signer.sign();
    await signer.isAt('The report is signed');
    expect(service.askedFor('sign').map(({ body }) => body)).toEqual([
      { sha256: 'a'.repeat(64) },
      { sha256: 'b'.repeat(64) },
    ]);
  });

  it.each(['expired', 'cancelled', 'declined', 'failed'])(
    'tells each end apart, when it comes at the last step: %s',
    async (status) => {
      const headings: Record<string, string> = {
        expired: 'The time to sign is over',
        cancelled: 'The request was withdrawn',
        declined: 'You have declined',
        failed: 'The signature failed',
      };
      await openReport();
      service.replies.sign = refusal(410, 'link_expired', { signature_status: status });
      await signer.sign();
      await signer.isAt(headings[status]!);
      expect(await page.getByRole('button').count()).toBe(0);
    },
  );

  it('says that a link whose report is signed has nothing left to sign', async () => {
    service.replies.open = { status: 200, body: { ...REQUEST, status: 'signed' } };
    await open();
    await signer.isAt('The report is signed');
    expect(await page.getByRole('link').count()).toBe(0);
  });

  it('goes to a web page only, and takes no script for one', async () => {
    await openReport();
    service.replies.sign = { status: 200, body: { status: 'signing', action_url: 'javascript:alert(1)' } };
    await signer.sign();
    await signer.isRefused('Something went wrong on our side.');
    await page.route('https://csc.example.com/**', (route) => route.fulfill({ body: 'Log in' }));
    service.replies.sign = { status: 200, body: { status: 'signing', action_url: PROVIDER } };
    await signer.press('Sign');
    await page.waitForURL(PROVIDER);
    await page.goBack();
    await signer.isAt('Read and sign the report');
  });

  it('takes a second tap for none while the first is on its way, and says that it works', async () => {
    await openReport();
    service.slowDown(600);
    await page.getByLabel('I have read the report').check();
    const button = page.getByRole('button', { name: 'Sign' });
    await button.dblclick();
    await page.getByRole('status').getByText('One moment…').waitFor();
    expect(await button.getAttribute('aria-disabled')).toBe('true');
    service.replies.session = { status: 200, body: { ...VIEW, status: 'signed' } };
    await signer.isAt('The report is signed');
    expect(service.askedFor('sign')).toHaveLength(1);
  });

  it('shows names as text, whatever is in them', async () => {
    await openReport();
    expect(await signer.words()).toContain('Ada <img src=x onerror=alert(1)> Rossi');
    expect(await page.locator('main img:not(#brand-logo), main b').count()).toBe(0);
    await signer.sees('Throughout the European Union it has the same legal effect');
  });

  it('keeps to the words that it has where those of the locale do not come', async () => {
    await page.route('**/sign/assets/de.json', (route) => route.abort('internetdisconnected'));
    service.replies.open = { status: 200, body: { ...REQUEST, locale: 'de' } };
    await open();
    await signer.isAt('Acme <b>Inspections</b> asks you to sign a report');
  });

  it('is used by keyboard alone, from the link to the signature', async () => {
    await open();
    await page.getByRole('button', { name: 'Send me the code' }).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await signer.hasCodeField();
    await page.keyboard.type('123456');
    await signer.isAt('Read and sign the report');
    await page.keyboard.press('Tab');
    expect(await signer.link('Open the report (PDF)').evaluate((link) => link.matches(':focus'))).toBe(true);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    expect(await isTicked()).toBe(true);
    await page.keyboard.press('Tab');
    service.replies.session = { status: 200, body: { ...VIEW, status: 'signed' } };
    await page.keyboard.press('Enter');
    await signer.isAt('The report is signed');
  });

  it('forgets one link when another is opened in the same tab', async () => {
    await openReport();
    await page.goto(`${server.baseUrl}/sign#${'m'.repeat(43)}`);
    await page.getByRole('button', { name: 'Send me the code' }).waitFor();
    expect(service.askedFor('open').map(({ token }) => token)).toEqual([
      `Bearer ${LINK}`,
      `Bearer ${'m'.repeat(43)}`,
    ]);
  });
});
