import { signInAs } from '@field-inspection/server/testing/sign-in';
import { expect, it } from 'vitest';
import { runAxe } from '../run-axe.ts';
import type { SignInWorld } from '../sign-in-page/open-sign-in-world.ts';
import type { ConsoleDevice } from './open-console-device.ts';
import { HOSTILE } from './seed-inspection.ts';
import { seedFailedDelivery } from './seed-webhooks.ts';

/** The world and the device of the test that runs. */
export type Use = () => { world: SignInWorld; device: ConsoleDevice };

export const tellDevelopers = (use: Use): void => {
  it('finds a failed delivery, says why it failed, and sends it again by four clicks', async () => {
    const { device, world } = use();
    const { page, bring, open, isAt } = device;
    const { endpointId } = await seedFailedDelivery(world);
    await bring((await signInAs(world.server, 'org_admin')).cookie);
    await open('/console');
    await isAt('Inspections');
    await page.getByRole('link', { name: 'Developers' }).click();
    await isAt('Deliveries');
    await page.getByRole('link', { name: 'session.created · 1' }).click();
    await isAt('session.created · 1');
    await page.getByText('It is tried again later.').waitFor();
    await page.getByText('names an address that requests are not sent to').first().waitFor();
    expect(await runAxe(page)).toEqual([]);
    await page.getByRole('button', { name: 'Send it again' }).click();
    await page.getByText('It is being sent again.').waitFor();
    const [delivery] = (await world.server.client.webhookEvents.list({ endpoint: endpointId })).data;
    expect(delivery).toMatchObject({ status: 'pending' });
    await page.getByRole('link', { name: 'https://127.0.0.1/hooks' }).click();
    await page.getByText('All that failed').waitFor();
    expect(await runAxe(page)).toEqual([]);
    await page.getByRole('button', { name: 'Send them again' }).click();
    await page.getByText('Sent again: 0').waitFor();
  });

  it('makes an endpoint, whose secret is shown once, tests it, gives it another secret and deletes it', async () => {
    const { device, world } = use();
    const { page, bring, open, isAt } = device;
    await bring((await signInAs(world.server, 'org_admin')).cookie);
    await open('/console/developers/endpoints');
    await page.getByRole('link', { name: 'New endpoint' }).click();
    await page.getByRole('radio', { name: 'A program of yours fetches them' }).check();
    await page.getByLabel('Description').fill(`Dispatch ${HOSTILE}`);
    await page.getByRole('checkbox', { name: 'session.ended' }).check();
    expect(await runAxe(page)).toEqual([]);
    await page.getByRole('button', { name: 'Create' }).click();
    await isAt('The endpoint is created');
    const secret = await page.locator('code').innerText();
    expect(secret).toMatch(/^whsec_/);
    await page.getByRole('link', { name: 'Open the endpoint' }).click();
    await isAt(`Dispatch ${HOSTILE}`);
    expect(await page.content()).not.toContain(secret);
    await page.getByRole('button', { name: 'Send a test event' }).click();
    await page.getByRole('link', { name: 'Open the delivery' }).click();
    await isAt('ping · 1');
    await page.goBack();
    await page.getByRole('button', { name: 'New secret' }).click();
    await page.getByRole('button', { name: 'Make a new one now' }).click();
    const next = await page.getByRole('dialog').locator('code').innerText();
    expect(next).toMatch(/^whsec_/);
    expect(next).not.toBe(secret);
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Delete it now' }).click();
    await isAt('Webhook endpoints');
    expect((await world.server.client.webhookEndpoints.list()).data.map(({ kind }) => kind)).not.toContain(
      'pull',
    );
  });

  it('makes a key, which is shown once, bounds it, replaces and revokes it', async () => {
    const { device, world } = use();
    const { page, bring, open, isAt } = device;
    await bring((await signInAs(world.server, 'org_admin')).cookie);
    await open('/console/developers/keys');
    await page.getByRole('link', { name: 'New key' }).click();
    await page.getByLabel('Name').fill('Dispatch');
    await page.getByRole('checkbox', { name: 'org:read' }).check();
    expect(await runAxe(page)).toEqual([]);
    await page.getByRole('button', { name: 'Create' }).click();
    await isAt('The key is created');
    const apiKey = await page.locator('code').innerText();
    expect((await world.server.clientOf(apiKey).org.get()).name).toBe('Acme Inspections');
    await page.getByRole('link', { name: 'Open the key' }).click();
    await isAt('Dispatch');
    expect(await page.content()).not.toContain(apiKey);
    await page.getByLabel('Networks from where').fill('203.0.113.0/33');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('must be a network such as 203.0.113.0/24').waitFor();
    await page.getByLabel('Networks from where').fill('203.0.113.7/24\n2001:db8::/32');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('203.0.113.0/24, 2001:db8::/32').waitFor();
    await expect(world.server.clientOf(apiKey).org.get()).rejects.toMatchObject({ status: 401 });
    await page.getByRole('button', { name: 'Replace the key' }).click();
    await page.getByRole('radio', { name: 'Not at all' }).check();
    expect(await runAxe(page)).toEqual([]);
    await page.getByRole('button', { name: 'Make a new one now' }).click();
    expect(await page.getByRole('dialog').locator('code').innerText()).toMatch(/^fis_\w{38}$/);
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('button', { name: 'Revoke it now' }).click();
    await page.getByText('Revoked', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Save' }).waitFor({ state: 'detached' });
  });
};
