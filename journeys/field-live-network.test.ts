import { mintInviteFor } from '@field-inspection/server/testing/mint-invite-for';
import type { TestServer } from '@field-inspection/server/testing/start-test-server';
import type { BrowserContext, Page, WebSocketRoute } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { SEEN, useLive } from './field-live/use-live.ts';
import { hasBrowser } from './open-browser.ts';
import { startOperator } from './start-operator.ts';
import { startSilentProxy } from './faulty-proxies.ts';

let server: TestServer;
let desk: BrowserContext;
let page: Page;

/** Guard against hanging. */
const PATIENCE = { timeout: 30_000 };

/** Notes the page's words from now on, however briefly they are shown. */
const noteWords = () =>
  page.evaluate(`globalThis.said = [];
    new MutationObserver(() => said.push(document.querySelector('.live-presence')?.textContent))
      .observe(document.getElementById('main'), { childList: true, characterData: true, subtree: true });`);
const said = () => page.evaluate<string[]>('said');

describe.runIf(hasBrowser)('the live screen on a network that changes or fails', () => {
  const { tap, says, openLiveScreen, enterAsOperator } = useLive(
    (live) => void ({ server, desk, page } = live),
  );

  it('finds another way when either side looks for one, or both at once, on the same connection, and lets the camera go at the end', async () => {
    const { session, invite } = await mintInviteFor(server, {});
    const operator = await enterAsOperator(session.id);
    await openLiveScreen(invite.join_url);
    await tap('Start sharing');
    await says(SEEN);
    const look = () => page.evaluate("dispatchEvent(new Event('online'))");
    for (const search of [look, operator.lookAgain, () => Promise.all([look(), operator.lookAgain()])]) {
      const before = await operator.ways();
      const isNew = async () =>
        (await operator.ways()).map((way) => way !== undefined && !before.includes(way));
      await search();
      await expect.poll(isNew, PATIENCE).toEqual([true, true]);
      await expect.poll(operator.states, PATIENCE).toEqual(['stable', 'connected']);
    }
    await operator.seesPicture();
    await says(SEEN);
    expect(await operator.countConnections()).toBe(1);
    await server.client.sessions.end(session.id);
    await says('The inspection has ended');
    expect(await page.evaluate("tracks.every(({ readyState }) => readyState === 'ended')")).toBe(true);
  });

  it('says that the connection is lost while the relay is away, and goes on by itself', async () => {
    const { session, invite } = await mintInviteFor(server, {});
    let relay: WebSocketRoute | undefined;
    let isAway = false;
    await page.routeWebSocket(/./, (route) => {
      if (isAway) return void route.close({ code: 1012 });
      route.connectToServer();
      relay = route;
    });
    const operator = await enterAsOperator(session.id);
    await openLiveScreen(invite.join_url);
    await tap('Start sharing');
    await says(SEEN);
    isAway = true;
    await relay!.close({ code: 1012 });
    await says('The connection was lost. Reconnecting…');
    expect(await page.getByText(SEEN).count()).toBe(0);
    isAway = false;
    await says(SEEN);
    await operator.seesPicture();
  });

  it('goes on over a network that loses its connections without a word, with an operator who only offers', async () => {
    const proxy = await startSilentProxy(server.baseUrl);
    server.context.config.baseUrl = proxy.baseUrl;
    try {
      const { session, invite } = await mintInviteFor(server, {});
      const media = await server.client.sessions.createMediaConnection(session.id);
      const operatorPage = await desk.newPage();
      await operatorPage.goto(`${server.baseUrl}/livez`);
      const url = `${server.baseUrl.replace('http', 'ws')}/v1/signalling`;
      await startOperator(operatorPage, { ...media, url });
      await openLiveScreen(invite.join_url);
      await tap('Start sharing');
      await says(SEEN);
      await operatorPage.evaluate('void (operator.before = operator.connection)');
      await noteWords();
      proxy.silence();
      await expect.poll(said, { timeout: 30_000 }).toContain('The connection was lost. Reconnecting…');
      await says(SEEN);
      await operatorPage.waitForFunction(
        `operator.connection !== operator.before && operator.connection.getStats().then((stats) =>
          [...stats.values()].some(({ framesDecoded }) => framesDecoded > 0))`,
      );
    } finally {
      server.context.config.baseUrl = server.baseUrl;
      await proxy.close();
    }
  });
});
