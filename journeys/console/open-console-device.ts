import type { Browser } from 'playwright-core';
import { watchPage } from '../open-browser.ts';
import type { SignInWorld } from '../sign-in-page/open-sign-in-world.ts';

const GUARD_MS = 60_000;

/** A browser at a desk. */
export const openConsoleDevice = async (browser: Browser, { readCode, server }: SignInWorld) => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-GB' });
  context.setDefaultTimeout(GUARD_MS);
  const page = await context.newPage();
  return {
    page,
    watched: watchPage(page),
    open: (path: string) => page.goto(server.baseUrl + path),
    isAt: (heading: string) => page.getByRole('heading', { level: 1, name: heading }).waitFor(),
    signIn: async (email: string): Promise<void> => {
      await page.locator('#email').fill(email);
      await page.locator('#email').press('Enter');
      await page.locator('#otp').waitFor();
      await page.locator('#otp').fill(await readCode(email));
      await page.locator('#otp').press('Enter');
    },
    /** The cookie of who was signed in before. */
    bring: async (cookie: string): Promise<void> => {
      const [name = '', value = ''] = cookie.split('=');
      // Browsers take a secure cookie of a loopback address over plain http, and the driver only over https.
      const url = server.baseUrl.replace('http:', 'https:');
      await context.addCookies([{ name, value, url, secure: true, httpOnly: true }]);
    },
    close: () => context.close(),
  };
};

export type ConsoleDevice = Awaited<ReturnType<typeof openConsoleDevice>>;
