import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** A browser that gives pages no camera, so that photos are chosen as files. */
export const NO_CAMERA = {
  content: "Object.defineProperty(navigator.mediaDevices, 'getUserMedia', { value: undefined })",
};

const tap = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

export const joinAs = async (
  page: Page,
  { join_url: joinUrl }: { join_url: string },
  matters: readonly string[] = ['Camera'],
): Promise<void> => {
  await page.goto(joinUrl);
  await tap(page, 'Join the inspection');
  for (const matter of matters) {
    await page.getByRole('checkbox', { name: matter }).check();
    await page.getByRole('checkbox', { name: matter, checked: true }).waitFor();
  }
  await tap(page, 'Continue');
  await page.getByRole('button', { name: 'What you allow' }).waitFor();
};

export const openCamera = async (page: Page): Promise<void> => {
  await tap(page, 'Take a photo');
  const ways = page.getByRole('button', { name: /^(Take the photo|Allow photos)$/ });
  await ways.or(page.getByLabel('Choose a photo')).first().waitFor();
};

/**
 * The made-up camera repeats its pictures each time it is opened, and the queue keeps equal pictures once: each photo
 * waits for a picture that no earlier photo on this page can show.
 */
export const takePhoto = async (page: Page): Promise<void> => {
  const viewfinder = (await page.waitForSelector('.capture-viewfinder video'))!;
  const readSeconds = () =>
    viewfinder.evaluate((video) => (video as unknown as { currentTime: number }).currentTime);
  const shown = shownSecondsOf.get(page) ?? 0;
  await expect.poll(readSeconds, { timeout: 60_000 }).toBeGreaterThan(shown);
  await tap(page, 'Take the photo');
  await page.getByRole('button', { name: 'Use the photo', exact: true }).waitFor();
  shownSecondsOf.set(page, await readSeconds());
  await tap(page, 'Use the photo');
  await page.getByRole('button', { name: 'Take the photo', exact: true }).waitFor();
};

/** By page, the longest time that the camera had been open for a photo. */
const shownSecondsOf = new WeakMap<Page, number>();

export const chooseFile = async (page: Page, bytes: Buffer): Promise<void> => {
  await page
    .getByLabel('Choose a photo')
    .setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer: bytes });
  await tap(page, 'Use the photo');
  await page.getByLabel('Choose a photo').and(page.locator(':visible')).waitFor();
};

export const openQueue = async (page: Page): Promise<void> => {
  await tap(page, 'Back');
  await page.getByRole('button', { name: /^Your photos/ }).click();
  await page.getByRole('heading', { name: 'Your photos' }).waitFor();
};
