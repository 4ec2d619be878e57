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
import { startSilentProxy } from '../faulty-proxies.ts';

const SECRET = 'shared-with-coturn';
const SEEN = 'Your contact person sees and hears you.';
const LOST = 'The connection was lost. Reconnecting…';
/** ICE notices a silent cut within ten seconds (decision 58). */
const NOTICED_MS = 10_000;
const PATIENCE = { timeout: 120_000 };

/** The brake slows the page's sending, so that photos are on their way for a while. */
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

const noteWords = (page: Page) =>
  page.evaluate(`globalThis.said = [];
    const main = document.querySelector('main');
    const begun = performance.now();
    const note = () => said.push({ words: main.innerText, afterMs: performance.now() - begun });
    note();
    new MutationObserver(note).observe(main, { childList: true, characterData: true, subtree: true });`);

/** Gives how long after the cut the page stopped saying that somebody sees and hears, and whether it said so again. */
const readBelief = async (page: Page): Promise<{ noticedAfterMs: number; isRepeated: boolean }> => {
  const said = await page.evaluate<{ words: string; afterMs: number }[]>('said');
  const isSeen = said.map(({ words }) => words.includes(SEEN));
  const noticed = isSeen.indexOf(false);
  return { noticedAfterMs: said[noticed]!.afterMs, isRepeated: isSeen.includes(true, noticed) };
};

export const expectCutSurvived = async ({
  photos,
  cutMs,
}: {
  photos: number;
  cutMs: number;
}): Promise<{ noticedAfterMs: number; seenAfterMs: number; storedAfterMs: number }> => {
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

    await noteWords(page);
    calls.cut();
    media.loseOneIn(1);
    await page.getByText(LOST).waitFor(PATIENCE);
    await sleep(cutMs);
    expect(await page.getByText(LOST).count()).toBe(1);
    const { noticedAfterMs, isRepeated } = await readBelief(page);
    expect(noticedAfterMs).toBeLessThan(NOTICED_MS);
    expect(isRepeated).toBe(false);

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
    return { noticedAfterMs, seenAfterMs, storedAfterMs };
  } finally {
    await browser.close();
    await server.close();
    await calls.close();
    media.close();
    await turn.close();
  }
};
