import { startTestServer, type TestServer } from '@field-inspection/server/testing/start-test-server';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callByRelay } from './field-live/call-by-relay.ts';
import { startLossyProxy } from './field-live/start-lossy-proxy.ts';
import { hasTurnServer, startTurnServer } from './field-live/start-turn-server.ts';
import { SEEN } from './field-live/use-live.ts';
import { hasBrowser, openBrowser } from './open-browser.ts';

const SECRET = 'shared-with-coturn';

describe.runIf(hasBrowser && hasTurnServer)('where two browsers find no direct way', () => {
  let turn: Awaited<ReturnType<typeof startTurnServer>>;
  let network: Awaited<ReturnType<typeof startLossyProxy>>;
  let server: TestServer;
  let browser: Browser;
  beforeAll(async () => {
    turn = await startTurnServer(SECRET);
    network = await startLossyProxy(turn.port);
    // The second relay does not answer.
    const TURN_URL = `turn:127.0.0.1:${network.port},turns:127.0.0.1:1?transport=tcp`;
    server = await startTestServer({ TURN_URL, TURN_SECRET: SECRET });
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await server.close();
    network.close();
    await turn.close();
  });

  it('picture, sound and data go through the relay, come back after a cut, and give way to the sound on a bad network', async () => {
    const { page, operator, says, close } = await callByRelay(server, browser);
    await says(SEEN);
    await operator.seesPicture();
    expect(await operator.wayTypes()).toEqual(['relay', 'relay']);
    await operator.say({ type: 'still', id: 'still-1' });
    await expect
      .poll(async () => (await operator.heard())[0], { timeout: 20_000 })
      .toMatchObject({ type: 'still_taken' });
    network.loseOneIn(1);
    await says('The connection was lost. Reconnecting…');
    expect(await page.getByText(SEEN).count()).toBe(0);
    network.loseOneIn(Infinity);
    await says(SEEN);
    await operator.seesPicture();
    network.loseOneIn(3);
    await says('The network is too weak for the picture. The sound continues.');
    await says('Your contact person hears you, without a picture.');
    const before = await operator.countSoundPackets();
    await expect.poll(operator.countSoundPackets).toBeGreaterThan(before);
    network.loseOneIn(Infinity);
    await says(SEEN);
    await close();
  });
});

describe.runIf(hasBrowser && hasTurnServer)('where a firewall lets nothing out but TLS', () => {
  let turn: Awaited<ReturnType<typeof startTurnServer>>;
  let server: TestServer;
  let browser: Browser;
  beforeAll(async () => {
    turn = await startTurnServer(SECRET, 'tls');
    const TURN_URL = `turns:127.0.0.1:${turn.port}?transport=tcp`;
    server = await startTestServer({ TURN_URL, TURN_SECRET: SECRET });
    browser = await openBrowser(['--ignore-certificate-errors']);
  });
  afterAll(async () => {
    await browser.close();
    await server.close();
    await turn.close();
  });

  it('picture and sound go through the relay by TLS from both ends', async () => {
    const { operator, says, relayProtocols, close } = await callByRelay(server, browser);
    await says(SEEN);
    await operator.seesPicture();
    expect(await operator.wayTypes()).toEqual(['relay', 'relay']);
    expect(await relayProtocols()).toEqual(['tls', 'tls']);
    const before = await operator.countSoundPackets();
    await expect.poll(operator.countSoundPackets).toBeGreaterThan(before);
    await close();
  });
});
