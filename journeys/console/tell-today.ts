import type { Locator } from 'playwright-core';
import decodeQR from 'qr/decode.js';
import { expect, it } from 'vitest';
import { runAxe } from '../run-axe.ts';
import { seedInspection } from './seed-inspection.ts';
import type { Use } from './tell-developers.ts';

const HOUR_MS = 3_600_000;

export const tellToday = (use: Use): void => {
  it('begins with who is live, the appointments that come, and what needs an outcome, which it then has no more', async () => {
    const { device, world } = use();
    const { sessions } = world.server.client;
    const { page, open, isAt, enter } = device;
    await seedInspection(world, 'LIVE-1');
    const scheduled_for = new Date(Date.now() + HOUR_MS).toISOString();
    await sessions.create({ reference: 'SOON-1', scheduled_for });
    const in72h = new Date(Date.now() + 72 * HOUR_MS).toISOString();
    await sessions.create({ reference: 'LATER-1', scheduled_for: in72h });
    const { id } = await seedInspection(world, 'ENDED-1');
    await sessions.end(id);
    await enter();
    await open('/console');
    await isAt('Today');
    const part = (name: string) => page.getByRole('region', { name });
    // Whoever has joined is live only as long as their device is connected.
    await part('Live now').getByText('Nobody is live.').waitFor();
    await part('Under way').getByRole('link', { name: 'Open the inspection: LIVE-1' }).waitFor();
    await part('Appointments').getByRole('link', { name: 'Open the inspection: SOON-1' }).waitFor();
    const toSay = part('Without an outcome').getByRole('link', { name: 'Say the outcome: ENDED-1' });
    await toSay.waitFor();
    expect(await page.getByText('LATER-1').count()).toBe(0);
    expect(await runAxe(page)).toEqual([]);
    await toSay.click();
    await isAt('ENDED-1');
    await page.getByRole('radio', { name: 'Rejected' }).check();
    await page.getByRole('button', { name: 'Save the outcome' }).click();
    await page.getByText('The outcome was recorded.').waitFor();
    await page.getByRole('link', { name: 'Today' }).click();
    await part('Under way').getByText('LIVE-1').first().waitFor();
    await toSay.waitFor({ state: 'detached' });
  });

  it('names an inspection without a reference by its site or its person, to whom it then gives a link', async () => {
    const { device, world } = use();
    const { sessions, participants } = world.server.client;
    const { page, open, isAt, enter } = device;
    const { id } = await sessions.create({ site_address: 'Via Torino 12' });
    const nameless = await sessions.create();
    await participants.create(nameless.id, { recipient_first_name: 'Bea', recipient_last_name: 'Neri' });
    await page.setViewportSize({ width: 360, height: 740 });
    await enter();
    await open('/console/inspections');
    await page.getByRole('link', { name: 'Bea Neri' }).waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
    expect(await runAxe(page)).toEqual([]);
    await page.getByRole('link', { name: 'Via Torino 12' }).click();
    await isAt('Via Torino 12');
    await page.getByRole('button', { name: 'Invite a person' }).click();
    await page.getByRole('button', { name: 'Invite', exact: true }).click();
    await page.getByText('Fill this in.').waitFor();
    await page.getByRole('radio', { name: 'I pass it on myself' }).check();
    await page.getByRole('button', { name: 'Invite', exact: true }).click();
    const drawn = page.getByRole('img', { name: 'QR code of the link' });
    await drawn.waitFor();
    expect(await runAxe(page)).toEqual([]);
    const first = await page.locator('code').first().innerText();
    expect(await readQr(drawn)).toBe(first);
    expect((await participants.list(id)).data).toHaveLength(1);
    // A link that is lost gives way to another one.
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'New link' }).click();
    await page.getByRole('button', { name: 'Make a new link' }).click();
    await drawn.waitFor();
    expect(await page.locator('code').first().innerText()).not.toBe(first);
  });
};

/** As a phone's camera reads it from the screen. */
const readQr = async (drawn: Locator): Promise<string> => {
  const screenshot = (await drawn.screenshot()).toString('base64');
  const blank = await drawn.page().context().newPage();
  const { width, height, data } = await blank.evaluate<{ width: number; height: number; data: number[] }>(
    `(async () => {
    const png = await fetch('data:image/png;base64,${screenshot}');
    const picture = await createImageBitmap(await png.blob());
    const canvas = new OffscreenCanvas(picture.width, picture.height).getContext('2d');
    canvas.drawImage(picture, 0, 0);
    const { width, height, data } = canvas.getImageData(0, 0, picture.width, picture.height);
    return { width, height, data: [...data] };
  })()`,
  );
  await blank.close();
  return decodeQR({ width, height, data: Uint8Array.from(data) });
};
