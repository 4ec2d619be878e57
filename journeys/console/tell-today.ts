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
    await part('Live now').getByRole('link', { name: 'Open the inspection: LIVE-1' }).waitFor();
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
    await part('Live now').getByText('LIVE-1').first().waitFor();
    await toSay.waitFor({ state: 'detached' });
  });
};
