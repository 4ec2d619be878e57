import type { MintedInvite } from '@field-inspection/sdk';
import { mintInviteFor } from '@field-inspection/server/testing/mint-invite-for';
import { startTestServer, type TestServer } from '@field-inspection/server/testing/start-test-server';
import type { Browser, BrowserContext, Page, WebSocketRoute } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hasBrowser, openBrowser, watchPage } from './open-browser.ts';
import { startOperator } from './start-operator.ts';
import { startSilentProxy } from './start-silent-proxy.ts';

let server: TestServer;
let browser: Browser;
let device: BrowserContext;
let page: Page;
let watched: ReturnType<typeof watchPage>;

const shareCamera = async ({ join_url }: Pick<MintedInvite, 'join_url'>) => {
  await page.goto(join_url);
  await page.getByRole('button', { name: 'Join the inspection' }).click();
  for (const name of ['Camera', 'Microphone']) await page.getByRole('checkbox', { name }).check();
  await page.getByRole('button', { name: 'Start sharing' }).click();
};

/** What the page says from now on, however briefly: a locator looks every half second, and misses what stood between. */
const noteWords = () =>
  page.evaluate(`globalThis.said = [];
    new MutationObserver(() => said.push(document.getElementById('status').textContent))
      .observe(document.getElementById('status'), { childList: true, characterData: true, subtree: true });`);
const saidText = (text: string) =>
  page.waitForFunction(
    (wanted) => (globalThis as unknown as { said: string[] }).said.includes(wanted),
    text,
    {
      timeout: 25_000,
    },
  );

const seesText = (text: string) => page.getByText(text).and(page.locator(':visible')).waitFor();

describe.runIf(hasBrowser)('the join page, once the camera is shared', () => {
  beforeAll(async () => {
    server = await startTestServer();
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await server.close();
  });
  beforeEach(async () => {
    device = await browser.newContext({ locale: 'en-GB' });
    page = await device.newPage();
    watched = watchPage(page);
  });
  afterEach(async () => {
    expect(watched.faults).toEqual([]);
    await device.close();
  });

  it('says that somebody sees the camera only while somebody is connected', async () => {
    const { session, invite } = await mintInviteFor(server, {});
    await shareCamera(invite);
    await seesText('Waiting for your contact person.');
    const media = await server.client.sessions.createMediaConnection(session.id);
    const operatorPage = await device.newPage();
    await operatorPage.goto(`${server.baseUrl}/join/${session.id}`);
    await startOperator(operatorPage, media);
    await seesText('Your contact person receives what you share.');
    await operatorPage.close();
    await seesText('Waiting for your contact person.');
    expect(await page.getByText('receives what you share').count()).toBe(0);
  });

  it('says that the connection is lost while the relay is away, and no longer when it is back', async () => {
    const { invite } = await mintInviteFor(server, {});
    let relay: WebSocketRoute | undefined;
    let isAway = false;
    await page.routeWebSocket(/./, (route) => {
      if (isAway) return void route.close({ code: 1012 });
      route.connectToServer();
      relay = route;
    });
    await shareCamera(invite);
    await seesText('Waiting for your contact person.');
    isAway = true;
    await relay!.close({ code: 1012 });
    await seesText('The connection was lost.');
    expect(await page.getByText('Waiting for your contact person.').count()).toBe(0);
    isAway = false;
    await seesText('Waiting for your contact person.');
    expect(await page.getByText('The connection was lost.').count()).toBe(0);
  });

  describe('over a network that loses its connections without a word', () => {
    let proxy: Awaited<ReturnType<typeof startSilentProxy>>;
    beforeAll(async () => {
      proxy = await startSilentProxy(server.baseUrl);
      server.context.config.baseUrl = proxy.baseUrl;
    });
    afterAll(async () => {
      server.context.config.baseUrl = server.baseUrl;
      await proxy.close();
    });

    const startOperatorAside = async (sessionId: string) => {
      const media = await server.client.sessions.createMediaConnection(sessionId);
      const operatorPage = await device.newPage();
      await operatorPage.goto(`${server.baseUrl}/join/${sessionId}`);
      const url = `${server.baseUrl.replace('http', 'ws')}/v1/signalling`;
      return { ...(await startOperator(operatorPage, { ...media, url })), operatorPage };
    };

    it('notices within 20 seconds, says so, and goes on by itself, camera included', async () => {
      const { session, invite } = await mintInviteFor(server, {});
      const { operatorPage } = await startOperatorAside(session.id);
      await shareCamera(invite);
      await seesText('Your contact person receives what you share.');
      await operatorPage.evaluate('void (operator.before = operator.connection)');
      await noteWords();
      proxy.silence();
      await saidText('The connection was lost. Reconnecting…');
      await seesText('Your contact person receives what you share.');
      await operatorPage.waitForFunction(
        `operator.connection !== operator.before && operator.connection.getStats().then((stats) =>
          [...stats.values()].some(({ framesDecoded }) => framesDecoded > 0))`,
      );
    }, 60_000);

    it('looks at once when the browser says that it is online again', async () => {
      const { invite } = await mintInviteFor(server, {});
      await shareCamera(invite);
      await seesText('Waiting for your contact person.');
      await noteWords();
      proxy.silence();
      const started = performance.now();
      await page.evaluate("dispatchEvent(new Event('online'))");
      await saidText('The connection was lost. Reconnecting…');
      expect(performance.now() - started).toBeLessThan(14_000);
      await seesText('Waiting for your contact person.');
    }, 60_000);
  });
});
