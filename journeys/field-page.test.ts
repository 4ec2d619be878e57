import type { LocaleCode } from '@field-inspection/contract';
import type { MintedInvite } from '@field-inspection/sdk';
import { runDueJobs } from '@field-inspection/server/testing/run-due-jobs';
import { startTestServer, type TestServer } from '@field-inspection/server/testing/start-test-server';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hasBrowser, openBrowser, watchPage } from './open-browser.ts';

let server: TestServer;
let browser: Browser;
let device: BrowserContext;
let page: Page;
let watched: ReturnType<typeof watchPage>;

const openDevice = async () => {
  device = await browser.newContext({
    viewport: { width: 320, height: 640 },
    locale: 'en-GB',
    timezoneId: 'Europe/Rome',
  });
  page = await device.newPage();
  watched = watchPage(page);
};

const invite = async ({ locale = 'en', code = true }: { locale?: LocaleCode; code?: boolean } = {}) => {
  const session = await server.client.sessions.create({
    locale,
    notes: 'Roof, north side',
    scheduled_for: '2126-12-03T09:30:00Z',
  });
  const recipient = code ? { recipient_email: 'anna@example.com', recipient_phone: '+393331234567' } : {};
  return { session, invite: await server.client.participants.create(session.id, recipient) };
};

const tapJoin = async ({ join_url }: Pick<MintedInvite, 'join_url'>) => {
  await page.goto(join_url);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
};

const enterCode = async (code: string | null) => {
  await page.locator('#otp:focus').waitFor();
  // The sixth digit sends the code.
  await page.keyboard.type(code ?? '');
};

const wrongCode = ({ otp_code }: MintedInvite) => (otp_code === '000000' ? '000001' : '000000');

const heading = () => page.getByRole('heading', { level: 1 }).textContent();
const ASKED = 'What do you allow?';
const hasFocus = (selector: string) => page.locator(`${selector}:focus`).waitFor();
const seesText = (text: string) => page.getByText(text).and(page.locator(':visible')).waitFor();

describe.runIf(hasBrowser)('the field application, by keyboard alone', () => {
  beforeAll(async () => {
    server = await startTestServer({
      MESSAGES_PER_RECIPIENT_HOUR: '1000',
      MESSAGES_PER_ORGANISATION_DAY: '1000',
    });
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await server.close();
  });
  beforeEach(openDevice);
  afterEach(async () => {
    expect(watched.faults).toEqual([]);
    await device.close();
  });

  it('sends nothing of the token before the person taps, and takes it out of the address', async () => {
    const minted = await invite();
    const token = new URL(minted.invite.join_url).hash.slice(1);
    await page.goto(minted.invite.join_url, { waitUntil: 'networkidle' });
    expect(page.url()).toBe(minted.invite.join_url.split('#')[0]);
    expect(
      watched.requests
        .map(({ url }) => new URL(url).pathname)
        .filter((path) => !/^\/(join|assets|favicon)/.test(path)),
    ).toEqual([]);
    expect(JSON.stringify(watched.requests)).not.toContain(token);
    expect((await server.client.sessions.get(minted.session.id)).status).toBe('created');
  });

  it('joins with the code, which goes by itself, and tells the organisation, the notes, and the time with its offset', async () => {
    const minted = await invite();
    await tapJoin(minted.invite);
    await seesText('We sent a 6-digit code to a•••@e•••.com');
    await enterCode(minted.invite.otp_code);
    await hasFocus('h1');
    expect(await heading()).toBe(ASKED);
    await seesText('Acme Inspections');
    await page.getByRole('button', { name: 'Continue' }).press('Enter');
    await seesText('Roof, north side');
    await seesText('3 December 2126 at 10:30 GMT+1');
    expect((await server.client.sessions.get(minted.session.id)).status).toBe('open');
    // The code goes in a header, never in the address.
    const calls = watched.requests.filter(({ url }) => url.includes('/v1/sessions/'));
    expect(calls.map(({ headers }) => headers['x-join-otp'])).toEqual([undefined, minted.invite.otp_code]);
    expect(calls.flatMap(({ headers }) => headers.referer || [])).toEqual([]);
  });

  it('joins without a code where none is needed', async () => {
    await tapJoin((await invite({ code: false })).invite);
    await hasFocus('h1');
    expect(await heading()).toBe(ASKED);
  });

  it('tells how many attempts are left, and locks after the fifth wrong code', async () => {
    const minted = await invite();
    await tapJoin(minted.invite);
    for (const left of ['4 attempts left', '3 attempts left', '2 attempts left', '1 attempt left']) {
      await enterCode(wrongCode(minted.invite));
      await page.getByRole('alert').getByText(left).waitFor();
      expect(await page.locator('#otp').getAttribute('aria-invalid')).toBe('true');
      expect(await page.locator('#otp').inputValue()).toBe('');
    }
    await enterCode(wrongCode(minted.invite));
    await hasFocus('#refusal');
    await seesText('this invitation is locked');
    expect(await page.getByRole('button').count()).toBe(0);
  });

  it('takes a code that is pasted with a space, and asks no server about one that is too short', async () => {
    const { otp_code: code, ...minted } = (await invite()).invite;
    await tapJoin(minted);
    await enterCode(code!.slice(0, 3));
    await page.keyboard.press('Enter');
    await hasFocus('#otp');
    await page.getByRole('alert').getByText('The code has 6 digits.').waitFor();
    expect(watched.requests.filter(({ headers }) => 'x-join-otp' in headers)).toEqual([]);
    await page.locator('#otp').fill(`${code!.slice(0, 3)} ${code!.slice(3)}`);
    await hasFocus('h1');
    expect(await heading()).toBe(ASKED);
  });

  it('takes full-width digits as digits', async () => {
    const { otp_code: code, ...minted } = (await invite()).invite;
    await tapJoin(minted);
    await page
      .locator('#otp')
      .fill(code!.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))));
    await hasFocus('h1');
    expect(await heading()).toBe(ASKED);
  });

  it('has a new code sent where the one of the invitation has expired, before it was entered or after', async () => {
    const minted = await invite();
    server.clock.advance(600_000);
    await tapJoin(minted.invite);
    // Nobody is told that their code has expired who has entered none.
    await page.getByRole('alert').getByText('A code is valid for 10 minutes only.').waitFor();
    await page.getByRole('button', { name: 'Send a new code' }).press('Enter');
    await seesText('We sent a 6-digit code to a•••@e•••.com');
    server.clock.advance(600_000);
    await enterCode('123456');
    await page.getByRole('alert').getByText('This code has expired.').waitFor();
    await page.getByRole('button', { name: 'Send a new code' }).press('Enter');
    await seesText('We sent a 6-digit code to a•••@e•••.com');
    await runDueJobs(server.context);
    const { text } = server.post.emails.findLast(({ to }) => to === 'anna@example.com')!;
    await enterCode(/^\s*(\d{6})\s*$/m.exec(text)![1]!);
    await hasFocus('h1');
    expect(await heading()).toBe(ASKED);
  });

  it('says that a link is not valid, in use on another device, or of an inspection that has ended', async () => {
    const { session, invite: minted } = await invite({ code: false });
    await tapJoin({ join_url: `${server.baseUrl}/join/${session.id}#${'x'.repeat(43)}` });
    await seesText('This link is not valid');
    await page.goto('about:blank');
    await page.goto(`${server.baseUrl}/join/${session.id}#cut`);
    await seesText('This link is not valid');
    await page.goto('about:blank');
    await fetch(minted.join_url.replace('/join/', '/v1/sessions/').replace('#', '/join/'));
    await tapJoin(minted);
    await seesText('already in use on another device');
    await server.client.sessions.end(session.id);
    await page.goto('about:blank');
    await tapJoin(minted);
    await page.getByRole('heading', { name: 'The inspection has ended' }).waitFor();
  });

  it('goes on by itself once the network is back, on either step', async () => {
    const minted = await invite();
    await page.goto(minted.invite.join_url, { waitUntil: 'networkidle' });
    await device.setOffline(true);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await hasFocus('#refusal');
    await seesText('No connection');
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    await device.setOffline(false);
    await page.locator('#otp:focus').waitFor();
    await device.setOffline(true);
    await enterCode(minted.invite.otp_code);
    await page.getByRole('alert').getByText('No connection.').waitFor();
    await device.setOffline(false);
    await hasFocus('h1');
    expect(watched.faults.splice(0).every((fault) => fault.includes('ERR_INTERNET_DISCONNECTED'))).toBe(true);
  });

  it('takes at most five taps and the code from the link to the first stored photo', async () => {
    const session = await server.client.sessions.create({
      shots: [{ slot: 'roof', label: { en: 'The roof' } }],
    });
    const minted = await server.client.participants.create(session.id, {
      recipient_email: 'anna@example.com',
    });
    let taps = 0;
    const tap = (selector: string) => {
      taps += 1;
      return page.locator(selector).first().click();
    };
    await page.goto(minted.join_url);
    await tap('button.main');
    await enterCode(minted.otp_code);
    await tap('input[type=checkbox]');
    await expect
      .poll(async () => (await server.client.sessions.get(session.id)).consent_state.camera)
      .toBe('granted');
    await tap('button.main');
    await tap('.capture-shutter');
    await tap('.capture-check .capture-main');
    await expect
      .poll(async () => (await server.client.evidence.get(session.id)).missing_shots, { timeout: 15_000 })
      .toEqual([]);
    expect(taps).toBeLessThanOrEqual(5);
  });

  it('speaks the language of the session', async () => {
    const minted = await invite({ locale: 'de' });
    await tapJoin(minted.invite);
    await page.locator('#otp:focus').waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe('de');
    await seesText('Wir haben einen 6-stelligen Code an');
  });

  it('speaks another language when the person chooses one, and still sends nothing of the token', async () => {
    const minted = await invite({ locale: 'de' });
    await page.goto(minted.invite.join_url);
    await page.getByRole('combobox').selectOption('français');
    await page.locator('html[lang=fr]').waitFor();
    expect(JSON.stringify(watched.requests)).not.toContain(minted.invite.join_url.split('#')[1]);
    await page.getByRole('button').first().press('Enter');
    await page.locator('#otp:focus').waitFor();
  });
});

describe.runIf(hasBrowser)('without JavaScript', () => {
  it('the page says that it needs it', async () => {
    const aside = await startTestServer();
    const plain = await openBrowser();
    const context = await plain.newContext({ javaScriptEnabled: false });
    const without = await context.newPage();
    await without.goto(`${aside.baseUrl}/join/x`);
    expect(await without.locator('main').innerText()).toContain('JavaScript is needed to join');
    expect(await without.getByRole('button').count()).toBe(0);
    await plain.close();
    await aside.close();
  });
});
