import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { runDueJobs } from '@field-inspection/server/testing/run-due-jobs';
import { seedOrganisation } from '@field-inspection/server/testing/seed-organisation';
import { makeLink, signInAgain } from '@field-inspection/server/testing/sign-in';
import { startTestServer, type TestServer } from '@field-inspection/server/testing/start-test-server';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addMember } from '../apps/server/src/features/members/add-member.ts';
import { hasBrowser, openBrowser, watchPage } from './open-browser.ts';
import { runAxe } from './run-axe.ts';
import { drivePage, type DrivenPage } from './sign-page/open-signing-world.ts';

let server: TestServer;
let browser: Browser;
let device: BrowserContext;
let page: Page;
let person: DrivenPage;
let watched: ReturnType<typeof watchPage>;
let people = 0;

const add = async (organisationId = server.seed.organisationId, email = `person${++people}@example.com`) => {
  const given = { organisationId, email, name: 'Ada Rossi', role: 'inspector', locale: 'en' } as const;
  const { id: memberId } = await addMember(server.context, given);
  return { organisationId, memberId, email };
};
const readCode = async (email: string): Promise<string> => {
  await runDueJobs(server.context);
  const mail = server.post.emails.findLast(({ to, text }) => to === email && /\b\d{6}\b/.test(text));
  return /\b\d{6}\b/.exec(mail!.text)![0];
};
const wrong = (code: string) => (code === '000000' ? '000001' : '000000');

const open = (path = '/sign-in') => page.goto(server.baseUrl + path);
const askForCode = async (email: string): Promise<void> => {
  await person.isThere('Sign in');
  await page.getByLabel('E-mail address').fill(email);
  await page.keyboard.press('Enter');
  await person.hasCodeField();
};
const signIn = async (email: string, path = '/sign-in'): Promise<void> => {
  await open(path);
  await askForCode(email);
  await person.enter(await readCode(email));
};
const openLink = async (member: Awaited<ReturnType<typeof add>>, search = ''): Promise<void> => {
  await open(`/sign-in${search}#${await makeLink(server.context, member)}`);
  await page.getByRole('button', { name: 'Sign in' }).click();
};
const askMe = () => page.evaluate("fetch('v1/me').then((reply) => reply.status)");

describe.runIf(hasBrowser)('the page to sign in', () => {
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
  beforeEach(async () => {
    device = await browser.newContext({ viewport: { width: 360, height: 740 }, locale: 'en-GB' });
    page = await device.newPage();
    person = drivePage(page);
    watched = watchPage(page);
  });
  afterEach(async () => {
    expect(watched.faults).toEqual([]);
    await device.close();
  });

  it('leads from the address over a wrong code to who is signed in, with no script reading the cookie', async () => {
    const { email } = await add();
    await open();
    await askForCode(email);
    const code = await readCode(email);
    await person.enter('12');
    await person.isRefused('The code has 6 digits.');
    await person.enter(wrong(code));
    await person.isRefused('This code is not correct. Attempts left: 4');
    expect(await page.locator('#otp').getAttribute('aria-invalid')).toBe('true');
    await person.enter(`${code.slice(0, 3)} ${code.slice(3)}`);
    await person.isAt('You are signed in');
    const words = await person.words();
    for (const word of ['Ada Rossi', email, 'Acme Inspections', 'Inspector', 'This device', 'Chrome, Linux'])
      expect(words).toContain(word);
    expect(await page.evaluate('document.cookie + localStorage.length + sessionStorage.length')).toBe('00');
    const [cookie, ...others] = await device.cookies();
    expect(others).toEqual([]);
    expect(cookie).toMatchObject({ name: '__Host-fis_session', httpOnly: true, secure: true, sameSite: 'Lax' });
    expect(new Set(watched.requests.map(({ url }) => new URL(url).origin))).toEqual(new Set([server.baseUrl]));
    expect(watched.requests.flatMap(({ headers }) => headers['referer'] || [])).toEqual([]);
    await page.reload();
    await person.isThere('You are signed in');
  });

  it('says and does the same for an address that nobody has', async () => {
    await open();
    await askForCode('nobody@example.com');
    await person.sees('If nobody@example.com is a member’s address, a 6-digit code is on its way.');
    await person.enter('123456');
    await person.isRefused('This code is not correct. Attempts left: 4');
  });

  it('takes no code after five wrong ones, and begins anew with the address as it was typed', async () => {
    const { email } = await add();
    await open();
    await askForCode(email);
    const code = await readCode(email);
    for (const left of [4, 3, 2, 1]) {
      await person.enter(wrong(code));
      await person.isRefused(`Attempts left: ${left}`);
    }
    await person.enter(wrong(code));
    await person.isRefused('Too many wrong codes were entered. Have a new one sent.');
    expect(await page.getByLabel('E-mail address').inputValue()).toBe(email);
    await page.getByRole('button', { name: 'Send me the code' }).click();
    await person.hasCodeField();
    await person.enter(await readCode(email));
    await person.isAt('You are signed in');
  });

  it('sends another code, and lets another address be given', async () => {
    const { email } = await add();
    await open();
    await askForCode('wrong@example.com');
    await person.press('Use another address');
    await askForCode(email);
    const first = await readCode(email);
    await person.press('Send a new code');
    await person.sees('A new code is on its way.');
    await person.enter(await readCode(email));
    await person.isAt('You are signed in');
    expect(first).toHaveLength(6);
  });

  it('goes on where it was when a phone has dropped the tab meanwhile: at the code, and at the choice', async () => {
    const { email } = await add();
    const { organisationId, apiKey } = await seedOrganisation(server.context);
    await server.clientOf(apiKey).org.update({ name: 'Betta Roofs' });
    await add(organisationId, email);
    await open();
    await askForCode(email);
    await page.reload();
    await person.hasCodeField();
    await person.enter(await readCode(email));
    await person.isAt('Choose an organisation');
    await page.reload();
    await person.isAt('Choose an organisation');
    expect(await runAxe(page)).toEqual([]);
    await person.press('Betta Roofs');
    await person.isAt('You are signed in');
    expect(await person.words()).toContain('Betta Roofs');
    expect(await person.words()).not.toContain('Acme Inspections');
  });

  it('signs in by a link, once, after a tap; its token is in no address and in no request’s', async () => {
    const member = await add();
    const token = await makeLink(server.context, member);
    await page.goto(`${server.baseUrl}/sign-in#${token}`, { waitUntil: 'networkidle' });
    await person.sees('This link signs you in once.');
    expect(page.url()).toBe(`${server.baseUrl}/sign-in`);
    expect(watched.requests.filter(({ url }) => url.includes('/v1/'))).toEqual([]);
    await person.press('Sign in');
    await person.isAt('You are signed in');
    expect(watched.requests.some(({ url }) => url.includes(token))).toBe(false);
    expect(await page.evaluate('history.length')).toBe(2);
    await person.press('Sign out');
    await person.isAt('You are signed out');
    await page.goto('about:blank');
    await page.goto(`${server.baseUrl}/sign-in#${token}`);
    await person.press('Sign in');
    await person.isRefused('This link is no longer valid.');
    await page.goto('about:blank');
    await page.goto(`${server.baseUrl}/sign-in#${token.slice(1)}`);
    await person.isRefused('This link is not complete.');
  });

  it('lists where one is signed in, ends one of them, and signs out, also for the way back in the history', async () => {
    const member = await add();
    await openLink(member);
    await person.isAt('You are signed in');
    await signInAgain(server.context, member.memberId);
    await page.reload();
    await page.getByRole('button', { name: /^Sign out there: another device/ }).click();
    await person.sees('You are signed out there.');
    expect(await page.locator('.session').count()).toBe(1);
    await person.press('Sign out');
    await person.isAt('You are signed out');
    expect(await device.cookies()).toEqual([]);
    expect(await askMe()).toBe(401);
    await page.goto('about:blank');
    await page.goBack();
    await person.isThere('Sign in');
    expect(await person.words()).not.toContain('Ada Rossi');
  });

  it('says that the session has ended where another device ended it', async () => {
    const member = await add();
    await openLink(member);
    await person.isAt('You are signed in');
    const other = await signInAgain(server.context, member.memberId);
    await page.reload();
    const end = page.getByRole('button', { name: /^Sign out there/ });
    await end.waitFor();
    await server.context.database.prisma.credential.updateMany({
      where: { member_id: member.memberId, id: { not: other } },
      data: { revoked_at: new Date() },
    });
    await end.click();
    await person.isRefused('Your session has ended. Sign in again.');
    expect(await person.words()).not.toContain('Ada Rossi');
  });

  it('has a member step up for another page, and goes back to it', async () => {
    const member = await add();
    await openLink(member);
    await person.isAt('You are signed in');
    await open('/sign-in?step_up&return=/docs/sign-on');
    await person.isAt('Confirm that it is you');
    expect(await runAxe(page)).toEqual([]);
    const [before] = await device.cookies();
    await person.press('Send me the code');
    await person.hasCodeField();
    const code = await readCode(member.email);
    await person.enter(wrong(code));
    await person.isRefused('Attempts left: 4');
    await person.enter(code);
    await page.waitForURL(`${server.baseUrl}/docs/sign-on`);
    const [after] = await device.cookies();
    expect(after!.value).not.toBe(before!.value);
  });

  it('goes on to the page of the service that asked for the sign-in', async () => {
    await openLink(await add(), '?return=%2Fdocs%2Fsign-on%3Fa%3D1');
    await page.waitForURL(`${server.baseUrl}/docs/sign-on?a=1`);
    await open('/sign-in?return=/docs');
    await person.isThere('You are signed in');
    expect(await page.getByRole('link', { name: 'Continue' }).getAttribute('href')).toBe(
      `${server.baseUrl}/docs`,
    );
  });

  it.each([
    'https://evil.example/',
    '//evil.example/',
    '/\\evil.example/',
    '\\\\evil.example/',
    '/\t/evil.example/',
    '/\n/evil.example/',
    '///evil.example/',
    ' //evil.example/',
    'javascript:alert(1)',
    'data:text/html,x',
    'evil.example',
    '@evil.example/',
    '//evil.example\\@127.0.0.1/',
  ])('goes nowhere else by return=%j', async (path) => {
    await openLink(await add(), `?return=${encodeURIComponent(path)}`);
    await person.isAt('You are signed in');
    expect(new URL(page.url()).origin).toBe(server.baseUrl);
    expect(await page.getByRole('link', { name: 'Continue' }).count()).toBe(0);
  });

  it('is used with the keyboard alone, and tells each step by its heading or its field', async () => {
    const { email } = await add();
    await open();
    await person.isThere('Sign in');
    await page.keyboard.press('Tab');
    await page.keyboard.type(email);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await person.hasCodeField();
    await page.keyboard.type(await readCode(email));
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await person.isAt('You are signed in');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await person.isAt('You are signed out');
  });

  it('accepts an invitation and ends signed in', async () => {
    const email = `person${++people}@example.com`;
    await server.client.members.create({ email, name: 'Bo Lind', role: 'auditor' });
    await runDueJobs(server.context);
    const mail = server.post.emails.findLast(({ to }) => to === email)!;
    await page.goto(/\S+\/invitations#[\w-]{43}/.exec(mail.text)![0]);
    await page.getByLabel('E-mail address').fill(email);
    await page.keyboard.press('Enter');
    await person.isAt('You are a member now');
    await person.sees('You are signed in to Acme Inspections.');
    expect(await runAxe(page)).toEqual([]);
    await person.link('Continue').click();
    await person.isThere('You are signed in');
    expect(await person.words()).toContain('Bo Lind');
    expect(await person.words()).toContain('Auditor');
  });
});

describe.runIf(hasBrowser)('a page of another origin', () => {
  let foreign: Server;
  let origin: string;
  beforeAll(async () => {
    server = await startTestServer();
    browser = await openBrowser();
    foreign = createServer((_, response) => {
      response.setHeader('Content-Type', 'text/html');
      response.end('<!doctype html><title>Elsewhere</title><iframe name="into"></iframe>');
    });
    // The same host on another port is of the same site: a Lax cookie goes along.
    foreign.listen(0, '127.0.0.1');
    await once(foreign, 'listening');
    origin = `http://127.0.0.1:${(foreign.address() as AddressInfo).port}`;
    device = await browser.newContext({ locale: 'en-GB' });
    page = await device.newPage();
    person = drivePage(page);
  });
  afterAll(async () => {
    await browser.close();
    await server.close();
    foreign.close();
  });

  it('signs nobody in, out or up, by a form or by fetch, and shows this page in no frame', async () => {
    const [victim, attacker] = [await add(), await add()];
    await openLink(victim);
    await person.isAt('You are signed in');
    const [before] = await device.cookies();
    const token = await makeLink(server.context, attacker);
    await page.goto(origin);
    const statuses: number[] = [];
    page.on('response', (reply) => {
      if (reply.url().includes('/v1/')) statuses.push(reply.status());
    });
    let count = 0;
    for (const [path, body] of [
      ['/v1/sign-in', { email: attacker.email }],
      ['/v1/sign-in/link', { token }],
      ['/v1/me/sign-out', undefined],
      ['/v1/me/step-up/code', undefined],
    ] as const) {
      const [url, text] = [JSON.stringify(server.baseUrl + path), JSON.stringify(JSON.stringify(body) ?? '')];
      await page.evaluate(`{
        const sent = { method: 'POST', mode: 'no-cors', credentials: 'include' };
        fetch(${url}, ${text} ? { ...sent, body: ${text} } : sent).catch(() => undefined);
        const form = Object.assign(document.createElement('form'), { method: 'POST', action: ${url} });
        Object.assign(form, { enctype: 'text/plain', target: 'into' });
        form.append(Object.assign(document.createElement('input'), { name: ${text}, value: '' }));
        document.body.append(form);
        form.submit();
      }`);
      await expect.poll(() => statuses.length).toBe((count += 2));
    }
    expect(statuses.filter((status) => status < 400)).toEqual([]);
    expect(await device.cookies()).toEqual([before]);
    const framed = page.waitForEvent('console', (message) => message.text().includes('frame-ancestors'));
    await page.evaluate(`document.querySelector('iframe').src = '${server.baseUrl}/sign-in'`);
    await framed;
    await open();
    await person.isThere('You are signed in');
    expect(await person.words()).toContain(victim.email);
    expect(await person.words()).not.toContain(attacker.email);
  });
});
