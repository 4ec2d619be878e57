import { mintInviteFor } from '@field-inspection/server/testing/mint-invite-for';
import type { TestServer } from '@field-inspection/server/testing/start-test-server';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { readNames } from './field-look/read-names.ts';
import { joinAs, openCamera } from './field-queue/field-person.ts';
import { hasBrowser } from './open-browser.ts';
import { usePhone } from './use-phone.ts';

/** The share of the screen in which the camera's picture is seen, and whether all of the shutter is. */
const SEEN = `(() => {
  const [video, shutter, footer] = ['video', '.capture-shutter', '.capture footer'].map((name) =>
    document.querySelector(name).getBoundingClientRect());
  const isBeside = footer.left >= video.right;
  const height = Math.min(video.bottom, isBeside ? innerHeight : footer.top) - Math.max(video.top, 0);
  const isShutterIn = shutter.top >= 0 && shutter.bottom <= innerHeight && shutter.right <= innerWidth;
  return { share: (height * video.width) / (innerHeight * innerWidth), isShutterIn };
})()`;

describe.runIf(hasBrowser)('the camera, for who zooms, uses keys, or listens', () => {
  let server: TestServer;
  let page: Page;
  usePhone((phone) => void ({ server, page } = phone), {
    context: { viewport: { width: 320, height: 640 } },
  });

  const comeToCamera = async () => {
    const { invite } = await mintInviteFor(server, {});
    await joinAs(page, invite);
    await openCamera(page);
    await page.getByRole('button', { name: 'Take the photo', exact: true }).waitFor();
  };

  it('lets nothing behind it be reached by keys or by a screen reader, and gives it back', async () => {
    await server.client.branding.update({ footer: 'Acme', imprint_url: 'https://acme.example/imprint' });
    await comeToCamera();
    expect(await readNames(page)).toEqual([
      'button "Back"',
      'button "What you allow"',
      'heading "Photo"',
      'button "Take the photo"',
    ]);
    await page.getByRole('button', { name: 'Back' }).click();
    await page.getByRole('link', { name: 'Imprint' }).waitFor();
    expect(await readNames(page)).toContain('link "Imprint"');
  });

  /** At 200 % a phone has half as many pixels. */
  it.each([
    { width: 160, height: 320 },
    { width: 195, height: 422 },
    { width: 320, height: 180 },
  ])('keeps the viewfinder and the shutter in view at 200 % ($width × $height)', async (size) => {
    await page.setViewportSize(size);
    await comeToCamera();
    const { share, isShutterIn } = await page.evaluate<{ share: number; isShutterIn: boolean }>(SEEN);
    expect(share).toBeGreaterThan(1 / 3);
    expect(isShutterIn).toBe(true);
  });
});
