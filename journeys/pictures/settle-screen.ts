import type { LocaleCode } from '@field-inspection/contract';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import {
  catalogues,
  type MessageKey,
} from '../../apps/server/src/features/notifications/messages/format-catalogue-message.ts';

/** A screen says so once nothing of it is under way any more. */
const SETTLED: Record<string, MessageKey> = {
  home: 'field.home.unwatched',
  'home, shared': 'field.live.nobody',
  'done, told': 'field.done.next',
  live: 'field.live.nobody',
  'live, shared': 'field.live.nobody',
  ended: 'field.ended.body',
};
const WITH_PHOTO = ['home', 'home, shared'];

const ARE_SHOWN = `[...document.querySelectorAll('video')].every(({ currentTime }) => currentTime > 0.2) &&
  [...document.images].every(({ complete }) => complete)`;

/** Waits until a screen stays as it is: what is sent is sent, who is away is said to be, and the camera shows its picture. */
export const settleScreen = async (page: Page, screen: string, locale: LocaleCode): Promise<void> => {
  const texts = catalogues[locale];
  const says = SETTLED[screen];
  if (says) await page.getByText(texts[says]).first().waitFor();
  if (WITH_PHOTO.includes(screen))
    await page.getByRole('button', { name: texts['field.home.photos'], exact: true }).waitFor();
  await expect.poll(() => page.evaluate(ARE_SHOWN), { timeout: 60_000 }).toBe(true);
};
