import type { TestServer } from '@field-inspection/server/testing/start-test-server';
import type { BrowserContext, Page } from 'playwright-core';
import { afterEach, beforeEach } from 'vitest';
import { usePhone } from '../use-phone.ts';
import { startRoomOperator } from './start-room-operator.ts';

export const SEEN = 'Your contact person sees and hears you.';

export type Live = { server: TestServer; device: BrowserContext; desk: BrowserContext; page: Page };

/** The test controls the page's camera: its tracks, and how getUserMedia fails. */
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

export const useLive = (give: (live: Live) => void) => {
  let live: Live;
  usePhone(({ server, device, page }) => void (live = { server, device, page, desk: device }), {
    context: { viewport: { width: 390, height: 844 } },
  });
  beforeEach(async () => {
    const desk = await live.device.browser()!.newContext({ bypassCSP: true });
    await live.device.addInitScript(TAKE_HOLD);
    live = { ...live, desk };
    give(live);
  });
  afterEach(() => live.desk.close());

  const tap = (name: string) => live.page.getByRole('button', { name }).click();
  return {
    tap,
    says: (text: string) => live.page.getByText(text).waitFor(),
    /** Joins by the link, allows camera and microphone or what is named, and opens the live screen. */
    openLiveScreen: async (
      joinUrl: string,
      matters: readonly string[] = ['Camera', 'Microphone'],
    ): Promise<void> => {
      await live.page.goto(joinUrl);
      await tap('Join the inspection');
      for (const name of matters) await live.page.getByRole('checkbox', { name }).check();
      await tap('Continue');
      await tap('Show live');
    },
    enterAsOperator: async (sessionId: string) => {
      const operatorPage = await live.desk.newPage();
      await operatorPage.goto(`${live.server.baseUrl}/livez`);
      const media = await live.server.client.sessions.createMediaConnection(sessionId);
      return startRoomOperator(operatorPage, media);
    },
  };
};
