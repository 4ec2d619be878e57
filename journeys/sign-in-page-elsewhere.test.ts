import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { makeLink } from '@field-inspection/server/testing/sign-in';
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

/** Some browsers and servers read these as another host. */
const ELSEWHERE = [
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
];

describe.runIf(hasBrowser)('the page to sign in and other pages', () => {
  let foreign: Server;
  let port: number;
  beforeAll(async () => {
    world = await openSignInWorld();
    // Two hosts below one name are of one site, as those of a company are.
    const { server } = world;
    server.baseUrl = server.baseUrl.replace('127.0.0.1', 'inspect.acme.localhost');
    server.context.config.baseUrl = server.baseUrl;
    browser = await openBrowser();
    foreign = createServer((_, response) => {
      response.setHeader('Content-Type', 'text/html');
      response.end('<!doctype html><title>Elsewhere</title><iframe name="into"></iframe>');
    });
    foreign.listen(0, '127.0.0.1');
    await once(foreign, 'listening');
    ({ port } = foreign.address() as AddressInfo);
  });
  afterAll(async () => {
    await browser.close();
    await world.server.close();
    foreign.close();
  });
  beforeEach(async () => {
    phone = await openSignInDevice(browser, world);
  });
  afterEach(() => phone.device.close());

  it('has a member step up for another page, and goes back to it', async () => {
    const { add, readCode, server } = world;
    const { device, open, openLink, page, person } = phone;
    const member = await add();
    await openLink(member);
    await person.isThere('You are signed in');
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
    const { add, server } = world;
    const { open, openLink, page, person } = phone;
    await openLink(await add(), '?return=%2Fdocs%2Fsign-on%3Fa%3D1');
    await page.waitForURL(`${server.baseUrl}/docs/sign-on?a=1`);
    await open('/sign-in?return=/docs');
    await person.isThere('You are signed in');
    expect(await page.getByRole('link', { name: 'Continue' }).getAttribute('href')).toBe(
      `${server.baseUrl}/docs`,
    );
  });

  it('goes to no other origin afterwards, whatever the address says, and offers none but the console', async () => {
    const { add, server } = world;
    const { open, openLink, page, person } = phone;
    const goesNowhere = async () => {
      expect(new URL(page.url()).origin).toBe(server.baseUrl);
      expect(await page.getByRole('link', { name: 'Continue' }).getAttribute('href')).toBe(
        `${server.baseUrl}/console`,
      );
    };
    await openLink(await add(), `?return=${encodeURIComponent('/\\evil.example')}`);
    await page.waitForURL(`${server.baseUrl}/console/today`);
    for (const path of ELSEWHERE) {
      await open(`/sign-in?return=${encodeURIComponent(path)}`);
      await person.isThere('You are signed in');
      await goesNowhere();
    }
  });

  it.each([
    ['its own host on another port', 'inspect.acme.localhost'],
    ['a neighbouring host', 'neighbour.acme.localhost'],
  ])(
    'of %s signs nobody in, out or up, by a form or by fetch, and shows this page in no frame',
    async (_, host) => {
      const { add, server } = world;
      const { device, open, openLink, page, person } = phone;
      const [victim, attacker] = [await add(), await add()];
      await openLink(victim);
      await person.isThere('You are signed in');
      const [before] = await device.cookies();
      const token = await makeLink(server.context, attacker);
      await page.goto(`http://${host}:${port}`);
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
        ['/v1/me/sessions/another?_method=DELETE', undefined],
      ] as const) {
        const [url, text] = [
          JSON.stringify(server.baseUrl + path),
          JSON.stringify(JSON.stringify(body) ?? ''),
        ];
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
      // The cookie came along, else the third would be 401: of one site, SameSite keeps nothing back.
      expect(statuses).toEqual([415, 415, 415, 415, 403, 403, 403, 403, 405, 405]);
      expect(await device.cookies()).toEqual([before]);
      const framed = page.waitForEvent('console', (message) => message.text().includes('frame-ancestors'));
      await page.evaluate(`document.querySelector('iframe').src = '${server.baseUrl}/sign-in'`);
      await framed;
      await open();
      await person.isThere('You are signed in');
      expect(await person.words()).toContain(victim.email);
      expect(await person.words()).not.toContain(attacker.email);
    },
  );
});
