import type { Drawing } from '@field-inspection/contract';
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

describe.runIf(hasBrowser)('camera and pad, for who has a small phone, zooms, uses keys, or listens', () => {
  let server: TestServer;
  let page: Page;
  usePhone((phone) => void ({ server, page } = phone), {
    context: { viewport: { width: 320, height: 640 } },
  });

  const comeIn = async () => {
    const { invite } = await mintInviteFor(server, {});
    await joinAs(page, invite);
  };
  const comeToCamera = async () => {
    await comeIn();
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

  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const pad = () => page.getByRole('application');
  const countStrokes = () => pad().locator(':scope > g:not(.draw-cursor)').count();
  const draw = async (...places: [number, number][]) => {
    await pad().hover();
    const box = (await pad().boundingBox())!;
    for (const [index, [x, y]] of places.entries()) {
      await page.mouse.move(box.x + box.width * x, box.y + box.height * y, { steps: 4 });
      if (index === 0) await page.mouse.down();
    }
    await page.mouse.up();
  };

  it('has the pad, its tools and Send on one small screen, and nothing touches the pad', async () => {
    await comeIn();
    await page.setViewportSize({ width: 360, height: 640 });
    await openCamera(page);
    await press('Take the photo');
    await press('Draw on it');
    await pad().hover();
    const ways = [
      page.getByRole('button', { name: 'Send', exact: true }),
      ...(await page.locator('.draw-tools button').all()),
    ];
    const canvas = (await pad().boundingBox())!;
    for (const way of ways) {
      const { y, height } = (await way.boundingBox())!;
      expect(y).toBeGreaterThanOrEqual(0);
      expect(y + height).toBeLessThanOrEqual(640);
      const isApart = y + height <= canvas.y - 8 || y >= canvas.y + canvas.height + 8;
      expect(isApart).toBe(true);
    }
  });

  it('clears a drawing, and undo brings it back', async () => {
    await comeIn();
    await press('Draw a sketch');
    await draw([0.2, 0.2], [0.5, 0.3]);
    await draw([0.3, 0.6], [0.6, 0.7]);
    await press('Clear');
    expect(await countStrokes()).toBe(0);
    await page.getByRole('button', { name: 'Send', disabled: true }).waitFor();
    await press('Undo');
    expect(await countStrokes()).toBe(2);
    await press('Undo');
    expect(await countStrokes()).toBe(1);
  });

  it('keeps the words tool in the upper half of the screen, above what a keyboard covers', async () => {
    await comeIn();
    await press('Draw a sketch');
    await press('Text');
    await draw([0.5, 0.9]);
    const { y, height } = (await page.getByRole('button', { name: 'Add the text' }).boundingBox())!;
    expect(y).toBeGreaterThanOrEqual(0);
    expect(y + height).toBeLessThan(320);
  });

  it('keeps words that are put at the edge inside the picture, on the screen and in what is sent', async () => {
    await comeIn();
    await press('Draw a sketch');
    await press('Text');
    await draw([0.97, 0.97]);
    const words = 'The flashing at the chimney is loose';
    await page.getByLabel('Text', { exact: true }).last().fill(words);
    await press('Add the text');
    const canvas = (await pad().boundingBox())!;
    for (const line of await pad().locator('text').all()) {
      const { x, y, width, height } = (await line.boundingBox())!;
      expect([x, y].map((place, side) => place >= [canvas.x, canvas.y][side]!)).toEqual([true, true]);
      expect(x + width).toBeLessThanOrEqual(canvas.x + canvas.width);
      expect(y + height).toBeLessThanOrEqual(canvas.y + canvas.height + 1);
    }
    const sent = page.waitForRequest('**/v1/field/whiteboards');
    await press('Send');
    const { drawing } = (await sent).postDataJSON() as { drawing: Drawing };
    expect(drawing.strokes).toEqual([
      expect.objectContaining({ tool: 'text', text: expect.stringMatching(/^The flashing at\b.*\n/) }),
    ]);
    expect(drawing.strokes[0]!.points[0]![0]).toBeLessThan(drawing.width / 2);
    await page.getByText('Stored', { exact: true }).first().waitFor();
  });
});
