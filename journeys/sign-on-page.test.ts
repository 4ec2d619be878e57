import { createServer } from 'node:https';
import { createTestAuthority } from '@field-inspection/server/testing/create-test-authority';
import { listenOnLoopback } from '@field-inspection/server/testing/listen-on-loopback';
import { openBrowser as openPlain } from '@field-inspection/server/testing/open-browser';
import { signInAs } from '@field-inspection/server/testing/sign-in';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startHonestProvider } from '../apps/server/src/features/sso/oidc/testing/start-honest-provider.ts';
import {
  authority,
  openOidcOrganisations,
  type Connected,
  type OidcOrganisations,
} from '../apps/server/src/features/sso/testing/open-oidc-organisations.ts';
import {
  openSamlOrganisations,
  type SamlOrganisations,
} from '../apps/server/src/features/sso/testing/open-saml-organisations.ts';
import { hasBrowser, openBrowser } from './open-browser.ts';

let browser: Browser;
let saml: SamlOrganisations;
let oidc: OidcOrganisations;
let device: BrowserContext;
let page: Page;
let closeProvider: () => Promise<unknown>;
/** The page that the provider of SAML shows. */
let showProvider: (url: URL) => string = () => '';

const SESSION = '__Host-fis_session';
const isSignedIn = async () => (await device.cookies()).some(({ name }) => name === SESSION);
const heading = () => page.locator('h1');

/** Answers each page of a host with this markup, as a site of somebody else. */
const serveSite = (host: string, write: (url: URL) => string) =>
  device.route(`https://${host}/**`, (route) =>
    route.fulfill({ contentType: 'text/html', body: write(new URL(route.request().url())) }),
  );

const postingForm = (action: string, fields: Record<string, string>): string =>
  `<form method="post" action="${action}">${Object.entries(fields)
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${value}">`)
    .join('')}</form><script>document.forms[0].submit()</script>`;

const goToProvider = async (baseUrl: string, email: string, search = '?return=%2Fsign-in') => {
  await page.goto(`${baseUrl}/sign-in${search}`);
  await page.locator('#email').fill(email);
  await page.getByRole('button', { name: 'Continue with your company’s sign-in' }).click();
};

describe.runIf(hasBrowser)('the sign-on of a company, in a browser', () => {
  beforeAll(async () => {
    const certificate = createTestAuthority().issue();
    const server = createServer(certificate, (request, response) => {
      const url = new URL(request.url!, 'https://provider.example');
      response.writeHead(200, { 'content-type': 'text/html' }).end(showProvider(url));
    });
    const { port, close } = await listenOnLoopback(server);
    closeProvider = close;
    // A redirect is not routed by the test: the provider is a host of its own.
    browser = await openBrowser([
      '--ignore-certificate-errors',
      `--host-resolver-rules=MAP provider.example 127.0.0.1:${port}`,
    ]);
    saml = await openSamlOrganisations();
    oidc = await openOidcOrganisations();
  });
  afterAll(async () => {
    await browser.close();
    await closeProvider();
    await saml.close();
    await oidc.close();
  });
  beforeEach(async () => {
    device = await browser.newContext({ locale: 'en-GB' });
    page = await device.newPage();
  });
  afterEach(() => device.close());

  type SamlOrganisation = Awaited<ReturnType<SamlOrganisations['openConnected']>>;

  const serveSamlProvider = (organisation: SamlOrganisation, nameId: string): void => {
    showProvider = (url) => {
      const { requestId, relayState } = organisation.readVisit(url.href);
      const SAMLResponse = organisation.answer({ requestId, nameId });
      return postingForm(organisation.acsUrl, { SAMLResponse, RelayState: relayState });
    };
  };

  it('by SAML leads from the address over the provider to who is signed in', async () => {
    const organisation = await saml.openConnected();
    const email = `ada@${organisation.domain}`;
    await signInAs(saml.server, 'inspector', { organisationId: organisation.organisationId, email });
    serveSamlProvider(organisation, email);
    await goToProvider(saml.server.baseUrl, email);
    await expect.poll(() => heading().textContent(), { timeout: 20_000 }).toBe('You are signed in');
    expect(await page.locator('body').textContent()).toContain(email);
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/sign-in');
    const cookies = await device.cookies();
    expect(cookies.map(({ name }) => name)).toEqual([SESSION]);
  });

  it('by OpenID Connect goes over oidc-provider to the page that was asked for', async () => {
    const { baseUrl } = oidc.server;
    const { client: api, organisationId, verify, pass } = await oidc.openOrganisation();
    await verify('acme.example');
    // The first setting tells what the provider is given.
    const { service } = await api.sso.put({ protocol: 'oidc' });
    const client = {
      client_id: 'inspections',
      client_secret: 'a-secret-of-the-test-that-is-long',
      redirect_uris: [service.redirect_uri!],
    };
    const provider = await startHonestProvider(authority.issue(), [client]);
    await api.sso.put({
      protocol: 'oidc',
      issuer: provider.issuer,
      client_id: client.client_id,
      client_secret: client.client_secret,
    });
    await pass();
    await api.sso.activate();
    await signInAs(oidc.server, 'inspector', { organisationId, email: 'ada@acme.example' });
    await goToProvider(baseUrl, 'ada@acme.example', '?return=/verify');
    await page.waitForURL(`${baseUrl}/verify`);
    expect(await isSignedIn()).toBe(true);
    await provider.close();
  });

  it('says to who is no member that there is none, and signs nobody in', async () => {
    const organisation = await saml.openConnected();
    serveSamlProvider(organisation, `nobody@${organisation.domain}`);
    await goToProvider(saml.server.baseUrl, `nobody@${organisation.domain}`);
    await page.getByText('there is no member here for you').waitFor();
    expect(await isSignedIn()).toBe(false);
  });

  it('says the same of an address without a company, after the same answer', async () => {
    await goToProvider(saml.server.baseUrl, 'nobody@nowhere.example');
    await page.getByText('There is no company sign-in for this address.').waitFor();
  });

  it('a page of another site signs nobody in as somebody else by an answer of its own', async () => {
    const organisation = await saml.openConnected();
    const email = `mallory@${organisation.domain}`;
    await signInAs(saml.server, 'inspector', { organisationId: organisation.organisationId, email });
    const { relayState, requestId } = await organisation.begin(openPlain(saml.server), email);
    const SAMLResponse = organisation.answer({ requestId, nameId: email });
    await serveSite('evil.example', () =>
      postingForm(organisation.acsUrl, { SAMLResponse, RelayState: relayState }),
    );
    await page.goto('https://evil.example/');
    await page.getByText('This sign-in has expired, or was begun in another browser.').waitFor();
    expect(await isSignedIn()).toBe(false);
  });

  it('a page of another site leads to its own provider, and nobody is signed in before they tap', async () => {
    const organisation = await saml.openConnected();
    const email = `mallory@${organisation.domain}`;
    await signInAs(saml.server, 'inspector', { organisationId: organisation.organisationId, email });
    serveSamlProvider(organisation, email);
    await serveSite(
      'evil.example',
      () => `<a href="${organisation.connection.service.start_url}">a prize</a>`,
    );
    await page.goto('https://evil.example/');
    await page.getByText('a prize').click();
    const button = page.getByRole('button', { name: 'Continue with your company’s sign-in' });
    await button.waitFor();
    expect(await device.cookies()).toEqual([]);
    await button.click();
    await expect.poll(() => heading().textContent(), { timeout: 60_000 }).toBe('You are signed in');
    // An address that names no connection calls nothing.
    const elsewhere = encodeURIComponent('../v1/me/sign-out?x=');
    await page.goto(`${saml.server.baseUrl}/sign-in?company=${elsewhere}`);
    await expect.poll(() => heading().textContent(), { timeout: 60_000 }).toBe('You are signed in');
  });

  it('nor does it begin one by a form, by fetch, or by a method in a header', async () => {
    const { baseUrl } = saml.server;
    await serveSite('evil.example', () => '<p>hello</p>');
    await page.goto('https://evil.example/');
    await page.evaluate(async (url) => {
      const body = JSON.stringify({ email: 'ada@example.com' });
      const tries: RequestInit[] = [
        { method: 'POST', mode: 'no-cors', credentials: 'include', body },
        { method: 'POST', credentials: 'include', body, headers: { 'content-type': 'application/json' } },
        { method: 'GET', credentials: 'include', headers: { 'x-http-method-override': 'POST' } },
      ];
      for (const each of tries) await fetch(url, each).catch(() => undefined);
    }, `${baseUrl}/v1/sign-in/provider`);
    expect(await device.cookies(baseUrl)).toEqual([]);
    await page.setContent(
      `<form method="post" enctype="text/plain" action="${baseUrl}/v1/sign-in/provider"><input name='{"email":"ada@example.com","x":"' value='"}'></form>`,
    );
    const answered = page.waitForResponse((response) => response.url().startsWith(baseUrl));
    await page.evaluate('document.forms[0].submit()');
    expect([403, 415]).toContain((await answered).status());
    expect(await device.cookies(baseUrl)).toEqual([]);
  });

  it('is in no frame', async () => {
    const { baseUrl } = saml.server;
    await serveSite(
      'evil.example',
      () => `<iframe src="${baseUrl}/sign-in"></iframe><iframe src="${baseUrl}/sso/begin"></iframe>`,
    );
    await page.goto('https://evil.example/', { waitUntil: 'load' });
    for (const frame of page.mainFrame().childFrames()) {
      expect(await frame.locator('#email').count()).toBe(0);
      expect(frame.url()).not.toContain(baseUrl);
    }
  });

  it('leads to no other site afterwards', async () => {
    const organisation = await saml.openConnected();
    const email = `ada@${organisation.domain}`;
    await signInAs(saml.server, 'inspector', { organisationId: organisation.organisationId, email });
    serveSamlProvider(organisation, email);
    await goToProvider(saml.server.baseUrl, email, '?return=//evil.example/');
    await expect.poll(() => heading().textContent(), { timeout: 20_000 }).toBe('Today');
    expect(new URL(page.url()).origin).toBe(saml.server.baseUrl);
  });

  const markup = '<img src=x onerror="window.ran=1">';
  const script = 'javascript:window.ran=1';

  const bring = async (baseUrl: string, cookie: string): Promise<Record<string, string>> => {
    const [name = '', value = ''] = cookie.split('=');
    const url = baseUrl.replace('http:', 'https:');
    await device.addCookies([{ name, value, url, secure: true, httpOnly: true }]);
    return { [name]: value };
  };

  it('an admin begins a test on its page, and sees there what came of it', async () => {
    const organisation = await saml.openConnected({ just_in_time: true });
    serveSamlProvider(organisation, `new@${organisation.domain}`);
    await bring(saml.server.baseUrl, organisation.admin.cookie);
    await page.goto(`${saml.server.baseUrl}/sign-in?sso_test`);
    await page.getByText('There is no test to show.').waitFor();
    await page.getByRole('button', { name: 'Continue with your company’s sign-in' }).click();
    await page.getByText('The test passed. Nobody was signed in.').waitFor();
    expect(await page.locator('body').textContent()).toContain('A new member: Observer');
  });

  it('says to an admin why no test can begin, and what to do', async () => {
    const organisation = await saml.openOrganisation();
    await bring(saml.server.baseUrl, organisation.admin.cookie);
    await page.goto(`${saml.server.baseUrl}/sign-in?sso_test`);
    await page.getByRole('button', { name: 'Continue with your company’s sign-in' }).click();
    await page.getByText('There is no connection yet. Set one by PUT /v1/org/sso.').waitFor();
  });

  /** An admin tests the connection, and looks at what came of it. */
  const test = async ({ admin, provider }: Connected): Promise<string> => {
    const plain = openPlain(oidc.server, await bring(oidc.server.baseUrl, admin.cookie));
    await plain.call('POST /org/sso/test');
    const { to } = await plain.open('/sso/begin');
    if (to.startsWith('https:')) await plain.open(provider.visit(new URL(to)));
    await page.goto(`${oidc.server.baseUrl}/sign-in?sso_test`);
    await expect.poll(() => heading().textContent(), { timeout: 60_000 }).toBe('Test of the sign-on');
    expect(await page.evaluate('window.ran')).toBeUndefined();
    expect(await page.locator('main img, main script, main a[href^="javascript"]').count()).toBe(0);
    return (await page.locator('body').textContent())!;
  };

  it('a test shows markup in claims, names and groups as text, and runs nothing of it', async () => {
    const organisation = await oidc.openConnected({ just_in_time: true });
    const { provider, domain } = organisation;
    provider.bend({
      claims: {
        email: `new@${domain}`,
        sub: 'new',
        name: markup,
        groups: [markup, '<script>window.ran=1</script>'],
        [markup]: script,
      },
    });
    const text = await test(organisation);
    expect(text).toContain('The test passed. Nobody was signed in.');
    expect(text).toContain(markup);
    expect(text).toContain('<script>window.ran=1</script>');
  });

  it.each([
    ['calls itself markup', { issuer: markup }, 'window.ran=1'],
    ['signs in at javascript:', { authorization_endpoint: script }, 'authorization_endpoint'],
    ['signs out at javascript:', { end_session_endpoint: script }, 'end_session_endpoint'],
  ])(
    'a test of a provider whose metadata %s is refused, and runs nothing of it',
    async (_, metadata, told) => {
      const organisation = await oidc.openConnected();
      organisation.provider.bend({ metadata });
      const text = await test(organisation);
      expect(text).toContain('The test did not pass: ');
      expect(text).toContain(told);
    },
  );
});
