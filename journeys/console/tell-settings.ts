import { signInAgain, signInAs } from '@field-inspection/server/testing/sign-in';
import { expect, it } from 'vitest';
import { runAxe } from '../run-axe.ts';
import type { Use } from './tell-developers.ts';

export const tellSettings = (use: Use): void => {
  it('invites a person, changes a role, signs a member out elsewhere, disables and removes them', async () => {
    const { device, world } = use();
    const { client, context } = world.server;
    const { page, enter, open, isAt } = device;
    const { memberId } = await world.add({ role: 'observer' });
    await signInAgain(context, memberId);
    await enter('org_admin');
    await open('/console');
    await page.getByRole('link', { name: 'Settings' }).click();
    await isAt('Members');
    await page.getByRole('button', { name: 'Invite a person' }).click();
    await page.getByLabel('E-mail address').fill('bea@example.com');
    await page.getByLabel('Name').fill('Bea Neri');
    await page.getByRole('dialog').getByLabel('Role').selectOption('auditor');
    expect(await runAxe(page)).toEqual([]);
    await page.getByRole('button', { name: 'Invite', exact: true }).click();
    await page.getByText('The invitation is on its way to bea@example.com.').waitFor();
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('link', { name: 'Bea Neri' }).click();
    await isAt('Bea Neri');
    await page.getByText('Invited', { exact: true }).waitFor();

    await open(`/console/settings/members/${memberId}`);
    await isAt('Ada Rossi');
    await page.getByRole('radio', { name: 'Inspector' }).check();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Inspector').first().waitFor();
    await expect.poll(async () => (await client.members.get(memberId)).role).toBe('inspector');
    await page.getByRole('button', { name: 'Sign out there' }).click();
    await page.getByText('Signed in nowhere.').waitFor();
    expect((await client.memberSessions.list(memberId)).data).toEqual([]);
    expect(await runAxe(page)).toEqual([]);
    await page.getByRole('button', { name: 'Disable' }).click();
    await page.getByRole('button', { name: 'Disable them now' }).click();
    await page.getByRole('button', { name: 'Enable again' }).waitFor();
    expect((await client.members.get(memberId)).status).toBe('disabled');
    await page.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('button', { name: 'Remove them now' }).click();
    await isAt('Members');
    await expect(client.members.get(memberId)).rejects.toMatchObject({ status: 404 });
  });

  it('shows an inspector the members, and says why they can change none', async () => {
    const { device, world } = use();
    const { page, bring, open, isAt } = device;
    const { memberId, cookie } = await signInAs(world.server, 'inspector');
    await bring(cookie);
    await open(`/console/settings/members/${memberId}`);
    await isAt('Ada Rossi');
    expect(await page.getByText('Your role does not allow this.').count()).toBe(3);
    expect(await page.getByRole('button').allInnerTexts()).toEqual(['Sign out']);
  });

  it('shows a brand while it is typed, and keeps it; bounds how long members stay signed in', async () => {
    const { device, world } = use();
    const { client } = world.server;
    const { page, enter, open, isAt } = device;
    await enter('org_admin');
    await open('/console/settings/branding');
    await page.getByLabel('Name that is shown').fill('Brand & Söhne');
    await page.getByLabel('Colour of buttons').fill('#7a1f5c');
    const look = page.getByRole('region', { name: 'How it looks' });
    await look.getByText('Brand & Söhne').waitFor();
    const colour = "getComputedStyle(document.querySelector('.look .button')).backgroundColor";
    await expect.poll(() => page.evaluate(colour)).toBe('rgb(122, 31, 92)');
    expect(await runAxe(page)).toEqual([]);
    await page.getByLabel('Colour of buttons').fill('#ffff00');
    await page.getByRole('button', { name: 'Save' }).first().click();
    await page.getByText('contrast').first().waitFor();
    await page.getByLabel('Colour of buttons').fill('#7a1f5c');
    await page.getByRole('button', { name: 'Save' }).first().click();
    await expect.poll(async () => (await client.branding.get()).colours.primary).toBe('#7a1f5c');
    await client.branding.update({ display_name: '', colours: { primary: null } });

    await page.getByRole('link', { name: 'Organisation' }).click();
    await isAt('Organisation');
    await page.getByLabel('Minutes without use').fill('30');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect.poll(async () => (await client.org.get()).sign_in_idle_minutes).toBe(30);
    expect(await runAxe(page)).toEqual([]);
    await client.org.update({ sign_in_idle_minutes: 480 });
  });

  it('gives the directory a token, shows what is used of the plan, and what was done, by matter', async () => {
    const { device } = use();
    const { page, enter, open, isAt } = device;
    await enter('org_admin');
    await open('/console/settings/provisioning');
    await page.getByText('/scim/v2').waitFor();
    await page.getByLabel('Name').fill('Entra');
    await page.getByRole('button', { name: 'New token' }).click();
    await page.getByText(/^fis_\w{38}$/).waitFor();
    expect(await runAxe(page)).toEqual([]);
    await page.getByRole('button', { name: 'Revoke' }).first().click();
    await page.getByRole('button', { name: 'Revoke it now' }).click();
    await page.keyboard.press('Escape');
    await page.getByText('Revoked', { exact: true }).first().waitFor();
    await page.getByRole('link', { name: 'Plan' }).click();
    await page.getByRole('row', { name: /Members/ }).waitFor();
    expect(await runAxe(page)).toEqual([]);
    await page.getByRole('link', { name: 'Audit trail' }).click();
    await isAt('Audit trail');
    await page.getByText('Revoked').first().waitFor();
    await page.getByLabel('Matter').selectOption('member');
    await page.getByText('Revoked').first().waitFor({ state: 'detached' });
    expect(new URL(page.url()).search).toBe('?matter=member');
    expect(await runAxe(page)).toEqual([]);
  });
};
