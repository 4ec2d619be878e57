import type { MintedInvite } from '@field-inspection/sdk';
import { mintInviteFor } from '@field-inspection/server/testing/mint-invite-for';
import { runDueJobs } from '@field-inspection/server/testing/run-due-jobs';
import type { TestServer } from '@field-inspection/server/testing/start-test-server';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { hasBrowser } from './open-browser.ts';
import { usePhone, type Phone } from './use-phone.ts';

let server: TestServer;
let page: Page;
let watched: Phone['watched'];

const invite = async () => (await mintInviteFor(server)).invite;
const tapJoin = async ({ join_url: url }: MintedInvite) => {
  await page.goto(url);
  await page.getByRole('button', { name: 'Join the inspection' }).press('Enter');
};
const seesText = (text: string) => page.getByText(text).and(page.locator(':visible')).waitFor();
const wrongCode = ({ otp_code: code }: MintedInvite) => (code === '000000' ? '000001' : '000000');
const joinWith = ({ join_url: url }: MintedInvite, code: string) =>
  fetch(url.replace('/join/', '/v1/sessions/').replace('#', '/join/'), { headers: { 'X-Join-OTP': code } });

describe.runIf(hasBrowser)('who is asked for a code', () => {
  usePhone((phone) => void ({ server, page, watched } = phone), {
    context: { viewport: { width: 320, height: 640 } },
  });

  it('is told that a new code was sent, that the one before is dead, and how many attempts are left; the button rests meanwhile', async () => {
    await page.clock.install();
    const minted = await invite();
    await tapJoin(minted);
    await page.locator('#otp').fill(wrongCode(minted));
    await page.getByRole('alert').getByText('4 attempts left').waitFor();
    const again = page.getByRole('button', { name: 'Send a new code' });
    await again.press('Enter');
    const status = page.getByRole('status').filter({ hasText: 'We sent a 6-digit code to p•••@e•••.com' });
    await status.getByText('This is a new code: the earlier one no longer works.').waitFor();
    expect(await status.innerText()).toContain('You have 4 attempts left.');
    // Nothing is wrong with the new code.
    expect(await page.locator('#code-error').isVisible()).toBe(false);
    await page.locator('#otp:focus').waitFor();
    const countAsked = () => watched.requests.filter(({ url }) => url.endsWith('/code')).length;
    await again.press('Enter');
    await page.locator('button[aria-disabled=true]').getByText('Send a new code').waitFor();
    expect(countAsked()).toBe(1);
    // The earlier code is dead, and costs an attempt.
    await page.locator('#otp').fill(minted.otp_code!);
    await page.getByRole('alert').getByText('3 attempts left').waitFor();
    await page.clock.fastForward(15_000);
    await page.locator('button[aria-disabled=false]').getByText('Send a new code').press('Enter');
    await expect.poll(countAsked).toBe(2);
  });

  it('has sending a new code as the one thing to do where the code has expired, and then a field that takes it', async () => {
    const minted = await invite();
    server.clock.advance(600_000);
    await tapJoin(minted);
    await page.locator('.note:focus').getByText('A code is valid for 10 minutes only.').waitFor();
    expect(await page.getByRole('button').allInnerTexts()).toEqual(['Send a new code']);
    expect(await page.locator('.button.main').innerText()).toBe('Send a new code');
    expect(await page.locator('#otp').count()).toBe(0);
    await page.getByRole('button').press('Enter');
    await page.locator('#otp:focus').waitFor();
    expect(await page.locator('#otp').getAttribute('autocomplete')).toBe('one-time-code');
    expect(await page.locator('.button.main').innerText()).toBe('Confirm the code');
    await runDueJobs(server.context);
    const code = /^\s*(\d{6})\s*$/m.exec(server.post.emails.at(-1)!.text)![1]!;
    await page.locator('#otp').fill(code);
    await page.getByRole('checkbox').first().waitFor();
  });

  it('is offered a code, and no new one, where no message has carried any; the one that was told works', async () => {
    const { session } = await mintInviteFor(server);
    const told = { recipient_email: 'person@example.com', send_code: false };
    const minted = await server.client.participants.create(session.id, told);
    await tapJoin(minted);
    await seesText('You need a 6-digit code to join.');
    expect(await page.locator('main').innerText()).not.toMatch(/new/i);
    expect(await page.locator('.button.main').innerText()).toBe('Send a code');
    await page.locator('.button.main').press('Enter');
    await seesText('We sent a 6-digit code to p•••@e•••.com.');
    expect(await page.locator('main').innerText()).not.toContain('This is a new code');
    const other = await server.client.participants.create(session.id, told);
    await tapJoin(other);
    await page.locator('#otp').fill(other.otp_code!);
    await page.getByRole('checkbox').first().waitFor();
  });

  it('sees a box for what is wrong only while something is', async () => {
    await tapJoin(await invite());
    await page.locator('#otp:focus').waitFor();
    const box = page.locator('#code-error');
    expect(await box.count()).toBe(1);
    expect(await box.isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Confirm the code' }).press('Enter');
    await box.getByText('The code has 6 digits.').waitFor();
    expect(await box.innerText()).toBe('The code has 6 digits.');
  });

  it.each<{ what: string; says: string; shut: (minted: MintedInvite) => Promise<unknown> }>([
    {
      what: 'locked',
      says: 'this invitation is locked',
      shut: async (minted) => {
        for (let times = 0; times < 5; times++) await joinWith(minted, wrongCode(minted));
      },
    },
    {
      what: 'revoked',
      says: 'This invitation is no longer valid',
      shut: ({ session, id }) => server.client.participants.revoke(session, id),
    },
    {
      what: 'used on another device',
      says: 'already in use on another device',
      shut: (minted) => joinWith(minted, minted.otp_code!),
    },
  ])('is told after a reload, too, that the invitation is $what; another link is heard', async (shutting) => {
    const minted = await invite();
    await shutting.shut(minted);
    await tapJoin(minted);
    await seesText(shutting.says);
    await page.reload();
    await page.locator('#refusal:focus').waitFor();
    await seesText(shutting.says);
    expect(await page.evaluate('JSON.stringify({ ...sessionStorage })')).not.toContain(
      minted.join_url.split('#')[1],
    );
    await page.goto((await invite()).join_url);
    await page.getByRole('button', { name: 'Join the inspection' }).waitFor();
  });
});
