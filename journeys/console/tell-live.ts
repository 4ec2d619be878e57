import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { runAxe } from '../run-axe.ts';
import { TAKE_TAPS_AT_ONCE } from '../use-phone.ts';
import { VARY_FRAMES } from '../vary-frames.ts';
import type { Use } from './tell-developers.ts';

/** As the person on site does it, up to the live picture. */
const shareFrom = async (phone: Page, joinUrl: string): Promise<void> => {
  const tap = (name: string) => phone.getByRole('button', { name }).click();
  await phone.goto(joinUrl);
  await tap('Join the inspection');
  for (const name of ['Camera', 'Microphone']) await phone.getByRole('checkbox', { name }).check();
  await tap('Continue');
  // Continue leads to the camera, since photos are asked for.
  await tap('Back');
  await tap('Show live');
  await tap('Start sharing');
};

export const tellLive = (use: Use): void => {
  it('shows the phone’s picture, points and draws over it, takes the photos that are asked for, and ends', async () => {
    const { device, world } = use();
    const { client } = world.server;
    const { page, open, enter } = device;
    const { id } = await client.sessions.create({
      reference: 'LIVE-ROOM',
      shots: [{ slot: 'roof', label: { en: 'The roof' } }],
    });
    const { join_url: joinUrl } = await client.participants.create(id, { recipient_first_name: 'Bea' });
    await enter();
    await open(`/console/inspections/${id}`);
    await page.getByRole('link', { name: 'Enter the live room' }).click();
    await page.getByText('Nobody is there yet').waitFor();
    expect(await runAxe(page)).toEqual([]);

    const context = await page.context().browser()!.newContext({ locale: 'en-GB' });
    try {
      const phone = await context.newPage();
      await phone.addInitScript(TAKE_TAPS_AT_ONCE);
      await phone.addInitScript(VARY_FRAMES);
      await shareFrom(phone, joinUrl);
      await page.getByText('You see the picture of the phone.').waitFor();
      await open('/console');
      await page.getByRole('link', { name: 'Enter the live room: LIVE-ROOM' }).click();
      await page.getByText('You see the picture of the phone.').waitFor();
      await page.getByText('Consent to the camera: Granted').waitFor();

      const middle = async () => {
        const { x, y, width, height } = (await page.locator('.stage').boundingBox())!;
        return [x + width / 2, y + height / 2] as const;
      };
      const [pointX, pointY] = await middle();
      await page.mouse.move(pointX, pointY);
      await page.mouse.move(pointX + 5, pointY);
      await phone.locator('.live-board circle').waitFor();
      await page.getByRole('button', { name: 'Draw' }).click();
      const [fromX, fromY] = await middle();
      await page.mouse.move(fromX, fromY);
      await page.mouse.down();
      await page.mouse.move(fromX + 60, fromY + 40, { steps: 5 });
      await page.mouse.up();
      await phone.locator('.live-board polyline').waitFor();
      await page.locator('.stage polyline').waitFor();
      await page.getByRole('button', { name: 'Freeze' }).click();
      await page.getByRole('img', { name: 'Frozen picture' }).waitFor();
      expect(await runAxe(page)).toEqual([]);
      await page.getByRole('button', { name: 'Freeze' }).click();
      await page.getByRole('button', { name: 'Clear' }).click();
      await phone.locator('.live-board polyline').waitFor({ state: 'detached' });

      await page.getByRole('button', { name: 'Take it: The roof' }).click();
      await page.getByText('1 of 1 are there').waitFor();
      await page.getByText('The photo has arrived.').waitFor();
      await page.getByRole('button', { name: 'Photo 1 The roof' }).locator('img').waitFor();
      await page.getByLabel('What else to photograph').fill('The chimney');
      await page.getByRole('button', { name: 'Ask for it' }).click();
      await page.getByText('1 of 2 are there').waitFor();
      // A phone takes no two photos within a second.
      await expect
        .poll(async () => {
          await page.getByRole('button', { name: 'Take it: The chimney' }).click();
          await page.getByText(/The photo has arrived|another photo/).waitFor();
          return page.getByText('2 of 2 are there').count();
        })
        .toBe(1);
      await page.getByRole('button', { name: 'Speak' }).click();
      await page.getByRole('button', { name: 'Speak', pressed: true }).waitFor();

      await page.getByRole('button', { name: 'End the inspection' }).click();
      await page.getByRole('button', { name: 'End it now' }).click();
      await page.getByText('The inspection has ended.').waitFor();
      await page.getByRole('link', { name: 'Open the inspection' }).click();
      await page.getByText('Drawings and signature').waitFor();
      const { data } = await client.evidence.list({ session_id: id });
      expect(data.map(({ slot }) => slot).sort()).toEqual(['roof', 'shot-2']);
    } finally {
      await context.close();
    }
  });
};
