import { mintInviteFor } from '@field-inspection/server/testing/mint-invite-for';
import { startTestServer, type TestServer } from '@field-inspection/server/testing/start-test-server';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startLossyProxy } from './field-live/start-lossy-proxy.ts';
import { startRoomOperator } from './field-live/start-room-operator.ts';
import { hasTurnServer, startTurnServer } from './field-live/start-turn-server.ts';
import { hasBrowser, openBrowser } from './open-browser.ts';

const SECRET = 'shared-with-coturn';
const SEEN = 'Your contact person sees and hears you.';

/** A browser that may go through relays alone, as where a firewall leaves nothing else. */
const useRelayOnly = (field: Page) =>
  field.addInitScript(`globalThis.RTCPeerConnection = class extends RTCPeerConnection {
    constructor(configuration) {
      super({ ...configuration, iceTransportPolicy: 'relay' });
    }
  };`);

describe.runIf(hasBrowser && hasTurnServer)('where two browsers find no direct way', () => {
  let turn: Awaited<ReturnType<typeof startTurnServer>>;
  let network: Awaited<ReturnType<typeof startLossyProxy>>;
  let server: TestServer;
  let browser: Browser;
  beforeAll(async () => {
    turn = await startTurnServer(SECRET);
    network = await startLossyProxy(turn.port);
    // The second one does not answer.
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
    const { session, invite } = await mintInviteFor(server, {});
    const device = await browser.newContext({ locale: 'en-GB' });
    const desk = await browser.newContext({ bypassCSP: true });
    const [page, operatorPage] = [await device.newPage(), await desk.newPage()];
    await useRelayOnly(page);
    await operatorPage.goto(`${server.baseUrl}/livez`);
    const media = await server.client.sessions.createMediaConnection(session.id);
    const operator = await startRoomOperator(operatorPage, { ...media, ice_transport_policy: 'relay' });
    await page.goto(invite.join_url);
    await page.getByRole('button', { name: 'Join the inspection' }).click();
    for (const name of ['Camera', 'Microphone']) await page.getByRole('checkbox', { name }).check();
    for (const name of ['Continue', 'Show live', 'Start sharing'])
      await page.getByRole('button', { name }).click();
    const says = (text: string) => page.getByText(text).waitFor({ timeout: 60_000 });
    await says(SEEN);
    await operator.seesPicture();
    expect(await operator.wayTypes()).toEqual(['relay', 'relay']);
    await operator.say({ type: 'still', id: 'still-1' });
    await expect.poll(async () => (await operator.heard())[0]).toMatchObject({ type: 'still_taken' });
    network.loseOneIn(1);
    await says('The connection was lost. Reconnecting…');
    expect(await page.getByText(SEEN).count()).toBe(0);
    network.loseOneIn(Infinity);
    await says(SEEN);
    await operator.seesPicture();
    network.loseOneIn(3);
    await says('The network is too weak for the picture. The sound goes on.');
    await says('Your contact person hears you, without a picture.');
    const before = await operator.countSoundPackets();
    await expect.poll(operator.countSoundPackets).toBeGreaterThan(before);
    network.loseOneIn(Infinity);
    await says(SEEN);
    await device.close();
    await desk.close();
  }, 120_000);
});
