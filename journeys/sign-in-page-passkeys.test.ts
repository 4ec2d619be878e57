import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { UsePasskeyBody } from '@field-inspection/contract';
import { outcomeOf } from '@field-inspection/server/testing/call-api';
import { callerWith, cookiesOf } from '@field-inspection/server/testing/sign-in';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hasBrowser, openBrowser } from './open-browser.ts';
import { runAxe } from './run-axe.ts';
import { openSignInDevice, openSignInWorld, type SignInWorld } from './sign-in-page/open-sign-in-world.ts';

let world: SignInWorld;
let browser: Browser;
let phone: Awaited<ReturnType<typeof openSignInDevice>>;
let cdp: CDPSession;
let authenticatorId: string;

/** A phone with a finger that is always there; it offers nothing by itself. */
const addAuthenticator = async (page: Page): Promise<void> => {
  cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable', { enableUI: false });
  ({ authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  }));
};

/** A page asks for any passkey of the service's host, as the service's own page does. */
const ASK = `async (challenge) => {
  const encode = (bytes) =>
    btoa(String.fromCharCode(...new Uint8Array(bytes)))
      .replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
  const bytes = Uint8Array.from(atob(challenge.replaceAll('-', '+').replaceAll('_', '/')), (each) => each.charCodeAt(0));
  const publicKey = { rpId: 'localhost', challenge: bytes, userVerification: 'required' };
  try {
    const { rawId, response } = await navigator.credentials.get({ publicKey });
    return {
      raw_id: encode(rawId),
      client_data_json: encode(response.clientDataJSON),
      authenticator_data: encode(response.authenticatorData),
      signature: encode(response.signature),
      user_handle: encode(response.userHandle),
    };
  } catch ({ name }) {
    return name;
  }
}`;

const listCredentials = async () =>
  (await cdp.send('WebAuthn.getCredentials', { authenticatorId })).credentials;

describe.runIf(hasBrowser)('passkeys on the page to sign in', () => {
  beforeAll(async () => {
    world = await openSignInWorld();
    // Browsers know no passkeys at the address of a machine.
    const { config } = world.server.context;
    world.server.baseUrl = world.server.baseUrl.replace('127.0.0.1', 'localhost');
    config.baseUrl = world.server.baseUrl;
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await world.server.close();
  });
  beforeEach(async () => {
    phone = await openSignInDevice(browser, world);
    await addAuthenticator(phone.page);
  });
  afterEach(() => phone.device.close());

  /** A member who has signed in by a link and registered a passkey. */
  const register = async () => {
    const { openLink, page, person } = phone;
    const member = await world.add();
    await openLink(member);
    await person.isThere('You are signed in');
    await person.press('Add a passkey');
    await person.isAt('Passkeys');
    await page.getByLabel('Name of the passkey').fill('My phone');
    expect(await runAxe(page)).toEqual([]);
    await person.press('Save');
    await person.isAt('You are signed in');
    expect(await person.words()).toContain('My phone');
    return member;
  };

  const signOut = async () => {
    await phone.person.press('Sign out');
    await phone.person.isAt('You are signed out');
  };

  it('are registered and named, and the browser signs in by one at the field of the address', async () => {
    const { open, page, person } = phone;
    const member = await register();
    expect(await listCredentials()).toMatchObject([
      { rpId: 'localhost', isResidentCredential: true, userName: `${member.email} (Acme Inspections)` },
    ]);
    await signOut();
    await open();
    await person.isThere('You are signed in');
    expect(await person.words()).toContain('Last used');
    expect(await runAxe(page)).toEqual([]);
    const me = await page.evaluate("fetch('v1/me').then((reply) => reply.json())");
    expect(me).toMatchObject({ member: member.memberId, session: { way: 'passkey' } });
    expect((await phone.device.cookies()).map(({ name }) => name)).toEqual(['__Host-fis_session']);
  });

  it('sign in by the button', async () => {
    const { open, page, person } = phone;
    await register();
    await signOut();
    await page.route('**/v1/sign-in/passkey/begin', (route) => route.abort(), { times: 1 });
    await open();
    await person.press('Use a passkey');
    await person.isThere('You are signed in');
  });

  it('are offered by another challenge once a page has waited for longer than one is valid', async () => {
    const { open, page } = phone;
    let begun = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/v1/sign-in/passkey/begin')) begun += 1;
    });
    await page.clock.install();
    await open();
    await expect.poll(() => begun, { timeout: 60_000 }).toBe(1);
    const waitLong = async () => {
      await page.clock.fastForward(600_000);
      return begun;
    };
    await expect.poll(waitLong, { timeout: 60_000 }).toBeGreaterThan(1);
    await phone.person.isThere('Sign in');
  });

  it('are answered by a sentence of its own where the organisation asks for its company’s sign-in', async () => {
    const { open, page } = phone;
    await register();
    await signOut();
    const problem = { type: 'about:blank', title: 'x', status: 403, detail: 'x', code: 'sso_required' };
    const reply = { status: 403, contentType: 'application/problem+json', body: JSON.stringify(problem) };
    await page.route('**/v1/sign-in/passkey/finish', (route) => route.fulfill(reply));
    await open();
    await page.getByText('Your organisation asks for your company’s sign-in.').waitFor({ timeout: 60_000 });
  });

  it('step up for another page, and before a passkey is removed; a removed one is refused', async () => {
    const { open, page, person } = phone;
    const { memberId } = await register();
    const { prisma } = world.server.context.database;
    const age = () =>
      prisma.credential.updateMany({
        where: { member_id: memberId },
        data: { stepped_up_at: new Date(Date.now() - 601_000) },
      });
    await age();
    await open('/sign-in?step_up&return=/docs/sign-on');
    await person.isThere('Confirm that it is you');
    await person.press('Use a passkey');
    await page.waitForURL(`${world.server.baseUrl}/docs/sign-on`);
    await age();
    await open();
    await person.press('My phone');
    await person.press('Remove');
    await person.isAt('Confirm that it is you');
    await person.press('Use a passkey');
    await person.sees('Confirmed.');
    await person.press('My phone');
    await person.press('Remove');
    await person.isAt('You are signed in');
    expect(await prisma.passkey.count({ where: { member_id: memberId } })).toBe(0);
    await signOut();
    await open();
    await person.isRefused('No passkey was accepted. Try again, or have a code sent.');
    expect(await listCredentials()).toHaveLength(1);
  });

  it('are refused for a copy whose counter is behind', async () => {
    const { open, person } = phone;
    await register();
    for (let turn = 0; turn < 2; turn++) {
      await signOut();
      await open();
      await person.isThere('You are signed in');
    }
    await signOut();
    const [credential] = await listCredentials();
    expect(credential!.signCount).toBeGreaterThan(1);
    await cdp.send('WebAuthn.clearCredentials', { authenticatorId });
    await cdp.send('WebAuthn.addCredential', {
      authenticatorId,
      credential: { ...credential!, signCount: 0 },
    });
    await open();
    await person.isRefused('No passkey was accepted. Try again, or have a code sent.');
  });

  it('answer a page of another origin nothing that the service takes, on another port of its own host, too', async () => {
    const { page } = phone;
    await register();
    await signOut();
    const foreign = createServer((_, response) => {
      response.setHeader('Content-Type', 'text/html');
      response.end('<!doctype html><title>Elsewhere</title>');
    });
    foreign.listen(0, '127.0.0.1');
    await once(foreign, 'listening');
    const { port } = foreign.address() as AddressInfo;
    const anybody = callerWith(world.server, '');
    const begun = await anybody('POST /sign-in/passkey/begin');
    const ask = `(${ASK})('${String(begun.body['challenge'])}')`;
    await page.goto(`http://127.0.0.1:${port}/`);
    expect(await page.evaluate(ask)).toBe('SecurityError');
    await page.goto(`http://localhost:${port}/`);
    const body = (await page.evaluate(ask)) as UsePasskeyBody;
    expect(Buffer.from(body.client_data_json, 'base64url').toString()).toContain(`http://localhost:${port}`);
    const finish = callerWith(world.server, cookiesOf(begun));
    expect(outcomeOf(await finish('POST /sign-in/passkey/finish', { body }))).toBe('401 passkey_refused');
    foreign.close();
  });

  it('are not added twice to one device', async () => {
    const { person } = phone;
    await register();
    await person.press('Add a passkey');
    await person.isRefused('No passkey was added.');
    expect(await listCredentials()).toHaveLength(1);
  });
});
