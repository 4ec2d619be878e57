import type { RoleName } from '@field-inspection/contract';
import { signInAs } from '@field-inspection/server/testing/sign-in';
import type { Browser } from 'playwright-core';
import { watchPage } from '../open-browser.ts';
import type { SignInWorld } from '../sign-in-page/open-sign-in-world.ts';

const GUARD_MS = 60_000;

/** A browser at a desk. */
export const openConsoleDevice = async (browser: Browser, { readCode, server }: SignInWorld) => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-GB' });
  context.setDefaultTimeout(GUARD_MS);
  const page = await context.newPage();
  /** The cookie of who was signed in before. */
  const bring = async (cookie: string): Promise<void> => {
    const [name = '', value = ''] = cookie.split('=');
    // Browsers take a secure cookie of a loopback address over plain http, and the driver only over https.
    const url = server.baseUrl.replace('http:', 'https:');
    await context.addCookies([{ name, value, url, secure: true, httpOnly: true }]);
  };
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
    bring,
    /** Without a mail, whose sending would run all the jobs that are due. */
    enter: async (role: RoleName = 'inspector') => bring((await signInAs(server, role)).cookie),
    close: () => context.close(),
  };
};

export type ConsoleDevice = Awaited<ReturnType<typeof openConsoleDevice>>;
