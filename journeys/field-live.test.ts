import { mintInviteFor } from '@field-inspection/server/testing/mint-invite-for';
import type { TestServer } from '@field-inspection/server/testing/start-test-server';
import type { BrowserContext, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { SEEN, useLive } from './field-live/use-live.ts';
import { hasBrowser } from './open-browser.ts';
import { VARY_FRAMES } from './vary-frames.ts';

let server: TestServer;
let device: BrowserContext;
let page: Page;

describe.runIf(hasBrowser)('the live screen', () => {
  const { tap, says, openLiveScreen, enterAsOperator } = useLive(
    (live) => void ({ server, device, page } = live),
  );

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
    await tap('Turn the microphone on');
    await says(SEEN);
    await tap('Mute the microphone');
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
    // The picture may still grow: the pointer is in its place once both have settled.
    await expect
      .poll(async () => {
        const [video, pointer] = [await page.locator('video').boundingBox(), await circle.boundingBox()];
        const right = pointer!.x + pointer!.width / 2 - (video!.x + video!.width / 2);
        const below = pointer!.y + pointer!.height / 2 - (video!.y + video!.height / 4);
        return Math.max(Math.abs(right), Math.abs(below));
      })
      .toBeLessThan(5);
    await expect.poll(() => page.locator('.live-board polyline').count()).toBe(1);
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
    // Every screen says that a photo was taken.
    await tap('Back');
    await says('A photo was taken for your contact person.');
    for (const [screen, id] of [
      ['Draw a sketch', 'still-2'],
      ['Take a photo', 'still-3'],
    ] as const) {
      await tap(screen);
      await operator.say({ type: 'still', id });
      await expect.poll(async () => (await operator.heard()).at(-1)).toMatchObject({ id });
      const told = page.getByText('A photo was taken for your contact person.').and(page.locator(':visible'));
      await told.first().waitFor();
      if (id === 'still-2') await says(SEEN);
      await tap('Back');
    }
    const stored = async () => (await server.client.evidence.list({ session_id: session.id })).data;
    await expect
      .poll(async () => (await stored()).slice(-1), { timeout: 20_000 })
      .toMatchObject([{ received_sha256: still.sha256 }]);
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
    await says('Your device has paused the camera, for example during a call.');
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

  it('a photo that the operator asks for has its location, once that is allowed', async () => {
    await device.grantPermissions(['geolocation', 'camera', 'microphone']);
    await device.setGeolocation({ latitude: 45.4642, longitude: 9.19, accuracy: 12 });
    const { session, invite } = await mintInviteFor(server, {});
    const operator = await enterAsOperator(session.id);
    await openLiveScreen(invite.join_url);
    await page.evaluate(VARY_FRAMES);
    await tap('Start sharing');
    await says(SEEN);
    const askFor = async (id: string) => {
      await operator.say({ type: 'still', id });
      await expect.poll(async () => (await operator.heard()).at(-1)?.['id'], { timeout: 20_000 }).toBe(id);
      return (await operator.heard()).at(-1)!['sha256'];
    };
    const positionOf = async (hash: unknown) =>
      (await server.client.evidence.list({ session_id: session.id })).data.find(
        ({ received_sha256: received, status }) => received === hash && status === 'ready',
      )?.gps;
    const before = await askFor('before');
    await expect.poll(() => positionOf(before), { timeout: 20_000 }).toBeNull();
    await tap('Back');
    await tap('What you allow');
    await page.getByRole('checkbox', { name: 'Location' }).check();
    await tap('Continue');
    const allowed = async () =>
      (await server.client.participants.list(session.id)).data[0]!.consent_state.gps;
    await expect.poll(allowed).toBe('granted');
    let asked = 0;
    // The location takes a moment, and no photo waits for it.
    const askAgain = async () => {
      const hash = await askFor(`after-${(asked += 1)}`);
      await expect.poll(() => positionOf(hash), { timeout: 20_000 }).not.toBeUndefined();
      return positionOf(hash);
    };
    await expect
      .poll(askAgain, { timeout: 60_000, interval: 1_500 })
      .toEqual({ lat: 45.4642, lon: 9.19, accuracy: 12 });
  });

  it.each([
    ['missing', 'NotFoundError', 'No microphone was found.'],
    ['in use', 'NotReadableError', 'Another app is using the microphone.'],
  ])('without a microphone, since it is %s, says so, and the picture goes on', async (_, fault, words) => {
    const { session, invite } = await mintInviteFor(server, {});
    const operator = await enterAsOperator(session.id);
    await openLiveScreen(invite.join_url);
    await page.evaluate(`faults.audio = '${fault}'`);
    await tap('Start sharing');
    await says(words);
    await says('Your contact person sees your picture, without sound.');
    await operator.seesPicture();
    await page.evaluate('void (faults.audio = undefined)');
    await tap('Try again');
    await says(SEEN);
  });

  it('says that the invite was revoked while it shares, lets camera and microphone go, and leaves no token of the session', async () => {
    const { session, invite } = await mintInviteFor(server, {});
    await enterAsOperator(session.id);
    await openLiveScreen(invite.join_url);
    await tap('Start sharing');
    await says(SEEN);
    const fieldToken = await page.evaluate('JSON.parse(Object.values(localStorage)[0]).fieldToken');
    await server.client.participants.revoke(session.id, invite.id);
    await says('This invitation is no longer valid');
    expect(await page.evaluate('tracks.map(({ readyState }) => readyState)')).toEqual(['ended', 'ended']);
    expect(await page.evaluate('({ ...localStorage })')).toEqual({});
    expect(await page.evaluate('JSON.stringify({ ...sessionStorage })')).not.toContain(fieldToken);
    await page.reload();
    await says('This invitation is no longer valid');
  });
});
