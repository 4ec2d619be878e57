import type { LocaleCode } from '@field-inspection/contract';
import type { TestServer } from '@field-inspection/server/testing/start-test-server';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import {
  catalogues,
  type MessageKey,
} from '../../apps/server/src/features/notifications/messages/format-catalogue-message.ts';

const SHOTS = [
  { slot: 'roof', label: { en: 'The roof from the north' }, hint: { en: 'Stand back' } },
  { slot: 'meter', label: { en: 'The electricity meter' }, required: false },
];

/** Screens come in a person's order; the page shows a screen when its name is given. */
export async function* walkScreens(
  server: TestServer,
  page: Page,
  locale: LocaleCode = 'en',
): AsyncGenerator<string> {
  const { client } = server;
  const press = (key: MessageKey) =>
    page.getByRole('button', { name: catalogues[locale][key] }).first().click();
  const pad = page.locator('.draw-pad');
  const session = await client.sessions.create({
    locale,
    shots: SHOTS,
    notes: 'Roof, north side',
    reference: 'CLM-2026-0417',
    site_address: 'Via Torino 12, Milano',
    contact: { name: 'Eva Brandt', phone: '+39 0471 123456', email: 'eva@example.com' },
    scheduled_for: '2126-12-03T09:30:00Z',
  });
  const invite = await client.participants.create(session.id, { recipient_email: 'anna@example.com' });
  await page.goto(`${server.baseUrl}/join/${session.id}#cut`);
  await page.locator('#refusal').waitFor();
  yield 'refused';
  await page.goto('about:blank');
  await page.goto(invite.join_url);
  await page.getByRole('combobox').waitFor();
  yield 'welcome';
  await press('field.welcome.join');
  await page.locator('#otp').waitFor();
  yield 'code';
  await page.locator('#otp').pressSequentially(invite.otp_code === '000000' ? '000001' : '000000');
  await page.locator('#otp[aria-invalid]').waitFor();
  yield 'wrong code';
  await page.locator('#otp').pressSequentially(invite.otp_code!);
  await page.getByRole('checkbox').first().waitFor();
  yield 'consent';
  await page.getByRole('checkbox', { name: catalogues[locale]['field.consent.camera'] }).check();
  await press('field.consent.continue');
  await page.locator('video').waitFor();
  await page.getByText('Stand back').and(page.locator(':visible')).waitFor();
  yield 'camera';
  await page.locator('.capture-shutter').click();
  await page.locator('.capture-check img').waitFor();
  yield 'check';
  await press('field.camera.use');
  await page.locator('.taken').waitFor();
  yield 'home';
  await press('field.home.photos');
  await page.locator('.queue-details').waitFor();
  await page.locator('.queue ol:not([inert]) .queue-picture img').waitFor();
  yield 'queue';
  await page.goBack();
  await press('field.home.sketch');
  await pad.waitFor();
  yield 'sketch';
  await press('field.draw.tool_text');
  await pad.click();
  await page.locator('.draw-words input:focus').waitFor();
  yield 'words';
  await page.goBack();
  await press('field.home.sign');
  await pad.waitFor();
  yield 'sign';
  await page.goBack();
  await press('field.home.take_photo');
  await page.locator('.capture-shutter').click();
  await press('field.camera.draw');
  await pad.waitFor();
  yield 'annotate';
  await page.goBack();
  await page.locator('.capture-shutter').waitFor();
  await page.goBack();
  await press('field.home.show_live');
  await page.locator('.live').waitFor();
  yield 'live';
  await press('field.live.start');
  await page.locator('.live video').waitFor();
  yield 'live, shared';
  await page.goBack();
  await page.locator('#presence').waitFor();
  yield 'home, shared';
  await press('field.home.done');
  await page.locator('.missing').waitFor();
  yield 'done';
  await press('field.done.send');
  await page.locator('.taken').waitFor();
  yield 'done, told';
  // Else the end would show unsent things in one run and not in another.
  const listReady = async () =>
    (await client.evidence.list({ session_id: session.id })).data.filter(({ status }) => status === 'ready');
  await expect.poll(listReady, { timeout: 30_000 }).toHaveLength(2);
  await client.sessions.end(session.id);
  await page.getByRole('button', { name: catalogues[locale]['field.ended.receipt'] }).waitFor();
  yield 'ended';
}
