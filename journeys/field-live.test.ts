import { mintInviteFor } from '@field-inspection/server/testing/mint-invite-for';
import type { TestServer } from '@field-inspection/server/testing/start-test-server';
import type { BrowserContext, Page, WebSocketRoute } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startRoomOperator } from './field-live/start-room-operator.ts';
import { hasBrowser } from './open-browser.ts';
import { startOperator } from './start-operator.ts';
import { startSilentProxy } from './start-silent-proxy.ts';
import { usePhone } from './use-phone.ts';

let server: TestServer;
let device: BrowserContext;
let desk: BrowserContext;
let page: Page;

/** What the page has of the camera, in the hands of the test: its tracks, and how getUserMedia fails. */
const TAKE_HOLD = `
  globalThis.tracks = [];
  globalThis.faults = {};
  const { mediaDevices } = navigator;
  const open = mediaDevices.getUserMedia.bind(mediaDevices);
  mediaDevices.getUserMedia = async (constraints) => {
    const fault = (constraints.video && faults.video) || (constraints.audio && faults.audio);
    if (fault) throw new DOMException('as the test says', fault);
    const stream = await open(constraints);
    tracks.push(...stream.getTracks());
    return stream;
  };`;

/** Comes in by the link, allows camera and microphone, and opens the live screen. */
const openLiveScreen = async (joinUrl: string) => {
  await page.goto(joinUrl);
  await page.getByRole('button', { name: 'Join the inspection' }).click();
  for (const name of ['Camera', 'Microphone']) await page.getByRole('checkbox', { name }).check();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Show live' }).click();
};
const tap = (name: string) => page.getByRole('button', { name }).click();
const says = (text: string) => page.getByText(text).waitFor();
const enterAsOperator = async (sessionId: string) => {
  const operatorPage = await desk.newPage();
  await operatorPage.goto(`${server.baseUrl}/livez`);
  const media = await server.client.sessions.createMediaConnection(sessionId);
  return startRoomOperator(operatorPage, media);
};

/** What the page says from now on, however briefly. */
const noteWords = () =>
  page.evaluate(`globalThis.said = [];
    new MutationObserver(() => said.push(document.querySelector('.live-presence')?.textContent))
      .observe(document.getElementById('main'), { childList: true, characterData: true, subtree: true });`);
const said = () => page.evaluate<string[]>('said');

const SEEN = 'Your contact person sees and hears you.';

describe.runIf(hasBrowser)('the live screen', () => {
  usePhone((phone) => void ({ server, device, page } = phone), {
    context: { viewport: { width: 390, height: 844 } },
  });
  beforeEach(async () => {
    desk = await device.browser()!.newContext({ bypassCSP: true });
    await device.addInitScript(TAKE_HOLD);
  });
  afterEach(() => desk.close());

  it('says who is there and what they get, as it is: nobody, somebody, the picture, the sound, nobody', async () => {
    const { session, invite } = await mintInviteFor(server, {});
    await openLiveScreen(invite.join_url);
    await says('Nobody is watching.');
    const operator = await enterAsOperator(session.id);
    await says('Your contact person is here. Nothing is being sent.');
    await tap('Start sharing');
    await says(SEEN);
    await operator.seesPicture();
    await tap('Mute the microphone');
    await says('Your contact person sees your picture, without sound.');
    await tap('Back');
    await says('Your contact person sees your picture, without sound.');
    await operator.leave();
    await says('Nobody is watching.');
    await tap('Show live');
    await tap('Stop sharing');
    await says('You have withdrawn your consent.');
    const { data } = await server.client.participants.list(session.id);
    expect(data[0]!.consent_state).toMatchObject({ camera: 'revoked', microphone: 'revoked' });
  });

  it('shows the operator’s pointer and drawing, and their shutter takes a still larger than the picture', async () => {
    const { session, invite } = await mintInviteFor(server, {});
    const operator = await enterAsOperator(session.id);
    await openLiveScreen(invite.join_url);
    await says('Nothing is being sent.');
    await operator.say({ type: 'still', id: 'early' });
    await expect.poll(operator.heard).toEqual([{ type: 'still_refused', id: 'early', reason: 'no_camera' }]);
    await tap('Start sharing');
    await says(SEEN);
    await operator.say({ type: 'pointer', x: 0.5, y: 0.25 });
    await operator.say({
      type: 'stroke',
      id: '1',
      points: [
        { x: 0, y: 0 },
        { x: 1, y: 1 },
      ],
    });
    const circle = page.locator('.live-board circle');
    await circle.waitFor();
    const [video, pointer] = [await page.locator('video').boundingBox(), await circle.boundingBox()];
    expect(pointer!.x + pointer!.width / 2).toBeCloseTo(video!.x + video!.width / 2, -1);
    expect(pointer!.y + pointer!.height / 2).toBeCloseTo(video!.y + video!.height / 4, -1);
    expect(await page.locator('.live-board polyline').count()).toBe(1);
    await operator.say({ type: 'still', id: 'still-1' });
    await says('A photo was taken for your contact person.');
    await expect
      .poll(async () => (await operator.heard()).at(-1))
      .toMatchObject({ type: 'still_taken', id: 'still-1' });
    const still = (await operator.heard()).at(-1)!;
    const shown = await page.evaluate<number>(
      'tracks.find(({ kind }) => kind === "video").getSettings().width',
    );
    expect(still.width).toBeGreaterThan(shown);
    const stored = async () => (await server.client.evidence.list({ session_id: session.id })).data;
    await expect.poll(stored, { timeout: 20_000 }).toMatchObject([{ received_sha256: still.sha256 }]);
  });

  it('says that the camera has stopped, is paused or in use, goes on with the sound, and has a way on', async () => {
    const { session, invite } = await mintInviteFor(server, {});
    await enterAsOperator(session.id);
    await openLiveScreen(invite.join_url);
    await page.evaluate("faults.video = 'NotReadableError'");
    await tap('Start sharing');
    await says('Another app is using the camera.');
    await says('Your contact person hears you, without a picture.');
    await page.evaluate('void (faults.video = undefined)');
    await tap('Try again');
    await says(SEEN);
    const change = (muted: boolean) =>
      page.evaluate(`{ const track = tracks.findLast(({ kind }) => kind === 'video');
        Object.defineProperty(track, 'muted', { value: ${muted}, configurable: true });
        track.dispatchEvent(new Event('${muted ? 'mute' : 'unmute'}')); }`);
    await change(true);
    await says('The device has paused the camera, as during a call.');
    await says('Your contact person hears you, without a picture.');
    await change(false);
    await says(SEEN);
    await page.evaluate(`{ const track = tracks.findLast(({ kind }) => kind === 'video');
      track.stop();
      track.dispatchEvent(new Event('ended')); }`);
    await says('The camera has stopped.');
    await says('Your contact person hears you, without a picture.');
    await tap('Try again');
    await says(SEEN);
  });

  it('says that the permission was withdrawn in the browser, puts it on record, and goes on after it is back', async () => {
    const { session, invite } = await mintInviteFor(server, {});
    await enterAsOperator(session.id);
    await openLiveScreen(invite.join_url);
    await tap('Start sharing');
    await says(SEEN);
    const devtools = await device.browser()!.newBrowserCDPSession();
    const { targetInfos } = await devtools.send('Target.getTargets');
    const { browserContextId } = targetInfos.find(({ url }) => url === page.url())!;
    const permit = (setting: 'denied' | 'granted') =>
      devtools.send('Browser.setPermission', {
        permission: { name: 'camera' },
        setting,
        origin: server.baseUrl,
        ...(browserContextId && { browserContextId }),
      });
    await permit('denied');
    await says('The camera is blocked.');
    const consents = async () => (await server.client.participants.list(session.id)).data[0]!.consent_state;
    await expect.poll(consents).toMatchObject({ camera: 'revoked', microphone: 'granted' });
    await permit('granted');
    await tap('What you allow');
    await page.getByRole('checkbox', { name: 'Camera' }).check();
    await tap('Continue');
    await tap('Try again');
    await says(SEEN);
  });

  it('finds another way when both sides look for one at once, on the same connection, and lets the camera go at the end', async () => {
    const { session, invite } = await mintInviteFor(server, {});
    const operator = await enterAsOperator(session.id);
    await openLiveScreen(invite.join_url);
    await tap('Start sharing');
    await says(SEEN);
    await Promise.all([page.evaluate("dispatchEvent(new Event('online'))"), operator.lookAgain()]);
    await expect.poll(operator.states).toEqual(['stable', 'connected']);
    await operator.seesPicture();
    await says(SEEN);
    expect(await operator.countConnections()).toBe(1);
    await server.client.sessions.end(session.id);
    await says('The inspection has ended');
    expect(await page.evaluate("tracks.every(({ readyState }) => readyState === 'ended')")).toBe(true);
  });

  it('keeps picture and buttons in view when the phone is turned, and is shared on when the person goes back, who reads so', async () => {
    const { session, invite } = await mintInviteFor(server, {});
    const operator = await enterAsOperator(session.id);
    await page.setViewportSize({ width: 360, height: 640 });
    await openLiveScreen(invite.join_url);
    await tap('Start sharing');
    await says(SEEN);
    await operator.seesPicture();
    const shown = page.locator('.live-picture, .live button');
    const areas = async () => Promise.all((await shown.all()).map((each) => each.boundingBox()));
    const outOfView = async ({ width, height }: { width: number; height: number }) =>
      (await areas()).filter(
        (area) =>
          !area || area.x < 0 || area.y < 0 || area.x + area.width > width || area.y + area.height > height,
      );
    for (const size of [
      { width: 360, height: 640 },
      { width: 640, height: 360 },
      { width: 360, height: 640 },
    ]) {
      await page.setViewportSize(size);
      expect(await areas()).toHaveLength(4);
      expect(await outOfView(size)).toEqual([]);
      await says(SEEN);
    }
    await page.goBack();
    await page.getByRole('button', { name: 'Take a photo' }).waitFor();
    await says(SEEN);
    expect(await page.evaluate("tracks.every(({ readyState }) => readyState === 'live')")).toBe(true);
    await tap('Show live');
    await page.locator('.live-picture video').waitFor();
    expect(await operator.countConnections()).toBe(1);
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
  }, 60_000);
});
