import { setTimeout as sleep } from 'node:timers/promises';
import { mintInviteFor } from '@field-inspection/server/testing/mint-invite-for';
import { startTestServer } from '@field-inspection/server/testing/start-test-server';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { startLossyProxy } from './start-lossy-proxy.ts';
import { startRoomOperator } from './start-room-operator.ts';
import { startTurnServer } from './start-turn-server.ts';
import { joinAs, openCamera, takePhoto } from '../field-queue/field-person.ts';
import { openBrowser } from '../open-browser.ts';
import { startSilentProxy } from '../start-silent-proxy.ts';

const SECRET = 'shared-with-coturn';
const SEEN = 'Your contact person sees and hears you.';
const LOST = 'The connection was lost. Reconnecting…';
const PATIENCE = { timeout: 120_000 };

/** How fast the page sends; so slow, for a while, that photos are on their way. */
const openBrake = async (page: Page) => {
  const network = await page.context().newCDPSession(page);
  await network.send('Network.enable');
  return (uploadThroughput: number) =>
    network.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput,
    });
};

/** What the page says is noted at each change. */
const noteWords = (page: Page) =>
  page.evaluate(`globalThis.said = [];
    new MutationObserver(() => said.push(document.querySelector('main').innerText))
      .observe(document.querySelector('main'), { childList: true, characterData: true, subtree: true });`);

/**
 * A phone that has photos on their way and a live call loses its network, calls and media, for so long, and has it again.
 * Tells how long after that the operator saw, and all photos were stored.
 */
export const expectCutSurvived = async ({
  photos,
  cutMs,
}: {
  photos: number;
  cutMs: number;
}): Promise<{ seenAfterMs: number; storedAfterMs: number }> => {
  const turn = await startTurnServer(SECRET);
  const media = await startLossyProxy(turn.port);
  const server = await startTestServer({ TURN_URL: `turn:127.0.0.1:${media.port}`, TURN_SECRET: SECRET });
  const calls = await startSilentProxy(server.baseUrl);
  const browser = await openBrowser();
  const direct = server.baseUrl;
  server.context.config.baseUrl = calls.baseUrl;
  try {
    const { session, invite } = await mintInviteFor(server, {});
    const device = await browser.newContext({ locale: 'en-GB' });
    const desk = await browser.newContext({ bypassCSP: true });
    const [page, operatorPage] = [await device.newPage(), await desk.newPage()];
    await operatorPage.goto(`${direct}/livez`);
    const connection = await server.client.sessions.createMediaConnection(session.id);
    const operator = await startRoomOperator(operatorPage, {
      ...connection,
      url: connection.url.replace(new URL(calls.baseUrl).host, new URL(direct).host),
      ice_transport_policy: 'relay',
    });
    await joinAs(page, invite, ['Camera', 'Microphone']);
    const tap = (name: string) => page.getByRole('button', { name, exact: true }).click();
    await openCamera(page);
    const brake = await openBrake(page);
    await brake(1_000);
    for (let taken = 0; taken < photos; taken++) await takePhoto(page);
    await tap('Back');
    await tap('Show live');
    await tap('Start sharing');
    await page.getByText(SEEN).waitFor(PATIENCE);
    await operator.seesPicture();
    const listStored = async () =>
      (await server.client.evidence.list({ session_id: session.id }).toArray({ limit: 100 }))
        .filter(({ status }) => status === 'ready')
        .map(({ received_sha256: hash }) => hash);
    expect((await listStored()).length).toBeLessThan(photos);

    calls.cut();
    media.loseOneIn(1);
    await page.getByText(LOST).waitFor(PATIENCE);
    await noteWords(page);
    await sleep(cutMs);
    const said = await page.evaluate<string[]>('said');
    expect(said.filter((words) => words.includes(SEEN))).toEqual([]);
    expect(await page.getByText(LOST).count()).toBe(1);

    const mended = performance.now();
    calls.mend();
    media.loseOneIn(Infinity);
    await brake(-1);
    await page.getByText(SEEN).waitFor(PATIENCE);
    await operator.seesPicture();
    const seenAfterMs = performance.now() - mended;
    await expect.poll(async () => (await listStored()).length, PATIENCE).toBe(photos);
    const storedAfterMs = performance.now() - mended;
    expect(new Set(await listStored()).size).toBe(photos);
    return { seenAfterMs, storedAfterMs };
  } finally {
    await browser.close();
    await server.close();
    await calls.close();
    media.close();
    await turn.close();
  }
};
