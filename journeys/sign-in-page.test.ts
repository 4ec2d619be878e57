import { runDueJobs } from '@field-inspection/server/testing/run-due-jobs';
import { seedOrganisation } from '@field-inspection/server/testing/seed-organisation';
import { makeLink, signInAgain } from '@field-inspection/server/testing/sign-in';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hasBrowser, openBrowser } from './open-browser.ts';
import { runAxe } from './run-axe.ts';
import {
  openSignInDevice,
  openSignInWorld,
  wrong,
  type SignInWorld,
} from './sign-in-page/open-sign-in-world.ts';

let world: SignInWorld;
let browser: Browser;
let phone: Awaited<ReturnType<typeof openSignInDevice>>;

describe.runIf(hasBrowser)('the page to sign in', () => {
  beforeAll(async () => {
    world = await openSignInWorld();
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await world.server.close();
  });
  beforeEach(async () => {
    phone = await openSignInDevice(browser, world);
  });
  afterEach(async () => {
    expect(phone.watched.faults).toEqual([]);
    await phone.device.close();
  });

  it('leads from the address over a wrong code to who is signed in, with no script reading the cookie', async () => {
    const { add, readCode, server } = world;
    const { askForCode, device, open, page, person, watched } = phone;
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
    await person.isThere('You are signed in');
    const words = await person.words();
    for (const word of ['Ada Rossi', email, 'Acme Inspections', 'Inspector', 'This device', 'Chrome,'])
      expect(words).toContain(word);
    expect(await page.evaluate('document.cookie + localStorage.length + sessionStorage.length')).toBe('00');
    const [cookie, ...others] = await device.cookies();
    expect(others).toEqual([]);
    expect(cookie).toMatchObject({
      name: '__Host-fis_session',
      httpOnly: true,
      secure: true,
      sameSite: 'Lax',
    });
    expect(new Set(watched.requests.map(({ url }) => new URL(url).origin))).toEqual(
      new Set([server.baseUrl]),
    );
    expect(watched.requests.flatMap(({ headers }) => headers['referer'] || [])).toEqual([]);
    await page.reload();
    await person.isThere('You are signed in');
  });

  it('says and does the same for an address that nobody has', async () => {
    const { askForCode, open, person } = phone;
    await open();
    await askForCode('nobody@example.com');
    await person.sees('If nobody@example.com is a member’s address, a 6-digit code is on its way.');
    await person.enter('123456');
    await person.isRefused('This code is not correct. Attempts left: 4');
  });

  it('takes no code after five wrong ones, and begins anew with the address as it was typed', async () => {
    const { add, readCode } = world;
    const { askForCode, open, page, person } = phone;
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
    await person.isThere('You are signed in');
  });

  it('sends another code, and lets another address be given', async () => {
    const { add, readCode } = world;
    const { askForCode, open, person } = phone;
    const { email } = await add();
    await open();
    await askForCode('wrong@example.com');
    await person.press('Use another address');
    await person.isAt('Sign in');
    await askForCode(email);
    const first = await readCode(email);
    await person.press('Send a new code');
    await person.sees('A new code is on its way.');
    await person.enter(await readCode(email));
    await person.isThere('You are signed in');
    expect(first).toHaveLength(6);
  });

  it('goes on where it was when a phone has dropped the tab meanwhile: at the code, and at the choice', async () => {
    const { add, readCode, server } = world;
    const { askForCode, open, page, person } = phone;
    const { email } = await add();
    const { organisationId, apiKey } = await seedOrganisation(server.context);
    await server.clientOf(apiKey).org.update({ name: 'Betta Roofs' });
    await add({ organisationId, email });
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
    await person.isThere('You are signed in');
    expect(await person.words()).toContain('Betta Roofs');
    expect(await person.words()).not.toContain('Acme Inspections');
  });

  it('signs in by a link, once, after a tap; its token is in no address and in no request’s', async () => {
    const { add, server } = world;
    const { page, person, watched } = phone;
    const member = await add();
    const token = await makeLink(server.context, member);
    await page.goto(`${server.baseUrl}/sign-in#${token}`, { waitUntil: 'networkidle' });
    await person.sees('This link signs you in once.');
    expect(page.url()).toBe(`${server.baseUrl}/sign-in`);
    expect(watched.requests.filter(({ url }) => url.includes('/v1/'))).toEqual([]);
    await person.press('Sign in');
    await page.waitForURL(`${server.baseUrl}/console/today`);
    expect(watched.requests.some(({ url }) => url.includes(token))).toBe(false);
    expect(await page.evaluate('history.length')).toBe(2);
    await page.getByRole('button', { name: 'Sign out' }).waitFor();
    await page.goto(`${server.baseUrl}/sign-in`);
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
    const { add, server } = world;
    const { device, openLink, page, person } = phone;
    const member = await add();
    await openLink(member);
    await person.isThere('You are signed in');
    await signInAgain(server.context, member.memberId);
    await page.reload();
    await page.getByRole('button', { name: /^Sign out there: another device/ }).click();
    await person.sees('You are signed out there.');
    expect(await page.locator('.session').count()).toBe(1);
    await person.press('Sign out');
    await person.isAt('You are signed out');
    expect(await device.cookies()).toEqual([]);
    expect(await page.evaluate("fetch('v1/me').then((reply) => reply.status)")).toBe(401);
    await page.goto('about:blank');
    await page.goBack();
    await person.isThere('Sign in');
    expect(await person.words()).not.toContain('Ada Rossi');
  });

  it('says that the session has ended where another device ended it', async () => {
    const { add, server } = world;
    const { openLink, page, person } = phone;
    const member = await add();
    await openLink(member);
    await person.isThere('You are signed in');
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

  it('is used with the keyboard alone, and tells each step by its heading or its field', async () => {
    const { add, readCode } = world;
    const { open, page, person } = phone;
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
    await person.isThere('You are signed in');
    await page.getByRole('link', { name: 'Continue' }).press('Tab');
    await page.keyboard.press('Enter');
    await person.isAt('You are signed out');
  });

  it('accepts an invitation and ends signed in', async () => {
    const { freshEmail, server } = world;
    const { page, person } = phone;
    const email = freshEmail();
    await server.client.members.create({ email, name: 'Bo Lind', role: 'auditor' });
    await runDueJobs(server.context);
    const mail = server.post.emails.findLast(({ to }) => to === email)!;
    const link = /\S+\/invitations#[\w-]{43}/.exec(mail.text)![0];
    await page.goto(link);
    await page.getByLabel('E-mail address').fill(email);
    await page.keyboard.press('Enter');
    await person.isAt('You are a member now');
    await person.sees('You are signed in to Acme Inspections.');
    expect(await runAxe(page)).toEqual([]);
    await person.link('Continue').click();
    await person.isThere('You are signed in');
    expect(await person.words()).toContain('Bo Lind');
    expect(await person.words()).toContain('Auditor');
    // The used link, opened once more, leads on.
    await page.goto(link);
    await page.getByLabel('E-mail address').fill(email);
    await page.keyboard.press('Enter');
    await person.isRefused('This invitation was accepted already.');
    expect(await runAxe(page)).toEqual([]);
    expect(await page.getByRole('button').count()).toBe(0);
    await person.link('Sign in').click();
    await person.isThere('You are signed in');
  });
});
