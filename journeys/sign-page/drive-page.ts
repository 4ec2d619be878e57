import type { Page } from 'playwright-core';

export type DrivenPage = ReturnType<typeof drivePage>;

/** Drives the page that signs, as a signer does. A step is reached when its heading has the focus. */
export const drivePage = (page: Page) => {
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  return {
    press,
    sees: (text: string) => page.getByText(text).and(page.locator(':visible')).first().waitFor(),
    isAt: (heading: string) => page.locator('h1:focus').getByText(heading, { exact: true }).waitFor(),
    isRefused: (text: string) => page.getByRole('alert').getByText(text).waitFor(),
    hasCodeField: () => page.locator('#otp:focus').waitFor(),
    enter: async (code: string) => {
      await page.locator('#otp').fill(code);
      await page.keyboard.press('Enter');
    },
    sign: async () => {
      await page.getByLabel('I have read the report').check();
      await press('Sign');
    },
    link: (name: string) => page.getByRole('link', { name }),
    words: () => page.locator('main').innerText(),
  };
};
