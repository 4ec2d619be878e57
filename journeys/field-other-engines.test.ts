import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mintInviteFor } from '@field-inspection/server/testing/mint-invite-for';
import { startTestServer, type TestServer } from '@field-inspection/server/testing/start-test-server';
import { takePhoto } from '@field-inspection/server/testing/take-photo';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startRoomOperator } from './field-live/start-room-operator.ts';
import { hasBrowser, openBrowser } from './open-browser.ts';
import type { Engine, Tab } from './other-engines/engine.ts';
import { firefox } from './other-engines/firefox.ts';
import { allow, enter, joinAs, seesButton, seesElement, seesText, tap } from './other-engines/person.ts';
import { webkit } from './other-engines/webkit.ts';
import { startCuttingProxy } from './faulty-proxies.ts';

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const PAD = '//*[@role = "application"]';
const PICKER = '//input[@type = "file"]';
/** Firefox's own words for each try without a network, which are no fault. */
const UNREACHED = /can’t establish a connection/;
const PATIENCE = { timeout: 30_000 };

let server: TestServer;
let tab: Tab;

const listStored = async (sessionId: string) => {
  const hashes = [];
  for await (const { received_sha256 } of server.client.evidence.list({ session_id: sessionId })) {
    hashes.push(received_sha256);
  }
  return hashes;
};
const overflow = () =>
  tab.read('document.scrollingElement.scrollWidth - document.documentElement.clientWidth');

/** Measures the photo on the check screen: its width, and its brightness from 0 to 255. */
const MEASURE = `(async () => {
  const picture = document.querySelector('.capture-check img');
  const canvas = document.createElement('canvas');
  const drawing = canvas.getContext('2d');
  drawing.drawImage(picture, 0, 0, 16, 16);
  const { data } = drawing.getImageData(0, 0, 16, 16);
  return { width: picture.naturalWidth, brightness: Math.max(...data.filter((_, index) => index % 4 < 3)) };
})()`;

const measure = () => tab.read(MEASURE) as Promise<{ width: number; brightness: number }>;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

describe.each<Engine>([firefox, webkit])(
  'the field application in $name',
  ({ isThere, hasWebRtc, openTab }) => {
    describe.runIf(isThere)('that this machine has', () => {
      afterEach(async () => {
        const faults = await tab.faults().finally(tab.close);
        expect(faults.filter((fault) => !UNREACHED.test(fault))).toEqual([]);
      });

      it('lets in by link and code, and stores the photo of the camera at its largest with its receipt; a reload goes on without the link', async () => {
        const session = await server.client.sessions.create({
          shots: [{ slot: 'roof', label: { en: 'The roof' } }],
        });
        const minted = await server.client.participants.create(session.id, {
          recipient_email: 'anna@example.com',
        });
        tab = await openTab({ hasCamera: true });
        await tab.open(minted.join_url);
        await tap(tab, 'Join the inspection');
        await enter(tab, '//input[@id = "otp"]', minted.otp_code!);
        await allow(tab, ['Camera']);
        expect(await overflow()).toBe(0);
        await tap(tab, 'Continue');
        await tap(tab, 'Take the photo');
        await seesText(tab, 'Is the photo good?');
        await expect.poll(async () => (await measure()).brightness, PATIENCE).toBeGreaterThan(0);
        expect((await measure()).width).toBeGreaterThanOrEqual(3840);
        await tap(tab, 'Use the photo');
        await seesText(tab, '1 of 1 taken');
        expect(await overflow()).toBe(0);
        await tap(tab, 'Your photos');
        await seesText(tab, '1 photo is stored.');
        const [stored] = await listStored(session.id);
        await seesText(tab, stored!);
        expect(await overflow()).toBe(0);
        await tap(tab, 'Back');
        await tab.reload();
        await seesText(tab, 'Your contact person is not connected.');
        expect(
          await tab.read(
            "performance.getEntriesByType('resource').filter(({ name }) => name.includes('/v1/sessions/'))",
          ),
        ).toEqual([]);
      });

      it('keeps what was taken while there is no network, opens without it, and sends it once there is one', async () => {
        const proxy = await startCuttingProxy(server.baseUrl);
        server.context.config.baseUrl = proxy.baseUrl;
        server.context.config.apiBaseUrl = `${proxy.baseUrl}/v1`;
        const folder = await mkdtemp(join(tmpdir(), 'fis-photo-'));
        try {
          const photo = await takePhoto();
          await writeFile(join(folder, 'photo.jpg'), photo);
          const { session, invite } = await mintInviteFor(server, {});
          tab = await openTab({ hasCamera: false });
          await joinAs(tab, invite, ['Camera']);
          await tap(tab, 'Take a photo');
          await seesText(tab, 'No camera was found.');
          await tab.read('navigator.serviceWorker.ready.then(() => true)');
          proxy.shut();
          await tab.chooseFile(PICKER, join(folder, 'photo.jpg'));
          await tap(tab, 'Use the photo');
          await seesElement(tab, PICKER);
          await tap(tab, 'Back');
          await tap(tab, 'Your photos · not sent yet: 1');
          // Firefox reports a file that a reload cut off as an error.
          await seesText(tab, 'No connection. Photos will be sent as soon as you are back online.');
          await tab.reload();
          await tap(tab, 'Your photos · not sent yet: 1');
          await seesText(tab, 'No connection. Photos will be sent as soon as you are back online.');
          proxy.open();
          await seesText(tab, '1 photo is stored.');
          expect(await listStored(session.id)).toEqual([sha256(photo)]);
        } finally {
          server.context.config.baseUrl = server.baseUrl;
          server.context.config.apiBaseUrl = `${server.baseUrl}/v1`;
          await proxy.close();
          await rm(folder, { recursive: true });
        }
      });

      it('takes a sketch and a signature, and says so when the inspection has ended', async () => {
        const { session, invite } = await mintInviteFor(server, {});
        tab = await openTab({ hasCamera: true });
        await joinAs(tab, invite, []);
        await tap(tab, 'Draw a sketch');
        await seesElement(tab, PAD);
        await tab.drawOn(PAD);
        await tap(tab, 'Send');
        await seesText(tab, 'Stored');
        await tap(tab, 'Back');
        await tap(tab, 'Sign');
        await enter(tab, '//label[contains(., "first and last name")]/input', 'Anna Rossi');
        await tab.drawOn(PAD);
        expect(await overflow()).toBe(0);
        await tap(tab, 'Sign');
        await seesText(tab, 'Stored');
        const { data } = await server.client.evidence.list({ session_id: session.id });
        expect(data.map(({ kind }) => kind).sort()).toEqual(['signature', 'whiteboard']);
        await server.client.sessions.end(session.id);
        await seesText(tab, 'The inspection has ended');
      });

      it.runIf(hasWebRtc && hasBrowser)(
        'shows an operator in Chromium the live picture, and takes the still that they ask for',
        async () => {
          const desk = await openBrowser();
          try {
            const { session, invite } = await mintInviteFor(server, {});
            tab = await openTab({ hasCamera: true });
            await joinAs(tab, invite, ['Camera', 'Microphone']);
            await tap(tab, 'Show live');
            await seesText(tab, 'Nobody is watching.');
            const page = await (await desk.newContext({ bypassCSP: true })).newPage();
            await page.goto(`${server.baseUrl}/livez`);
            const operator = await startRoomOperator(
              page,
              await server.client.sessions.createMediaConnection(session.id),
            );
            await tap(tab, 'Start sharing');
            await seesText(tab, 'Your contact person sees and hears you.');
            await operator.seesPicture();
            await expect.poll(() => operator.say({ type: 'still', id: 's' }), PATIENCE).toBe(1);
            await expect.poll(operator.heard, PATIENCE).toMatchObject([{ type: 'still_taken', id: 's' }]);
            const [still] = await operator.heard();
            await expect.poll(() => listStored(session.id), PATIENCE).toEqual([still!.sha256]);
            await operator.leave();
            await seesText(tab, 'Nobody is watching.');
          } finally {
            await desk.close();
          }
        },
      );

      it.runIf(!hasWebRtc)('says that the live picture does not work in it', async () => {
        const { invite } = await mintInviteFor(server, {});
        tab = await openTab({ hasCamera: true });
        await joinAs(tab, invite, ['Camera']);
        await tap(tab, 'Show live');
        await seesText(tab, 'The live picture does not work in this browser. Everything else does.');
        await tap(tab, 'Back');
        await seesButton(tab, 'Take a photo');
      });
    });
  },
);
