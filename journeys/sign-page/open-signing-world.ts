import { createTestSeal, createTestSigner } from '@field-inspection/server/testing/create-test-seal';
import {
  CSC_CLIENT,
  startCscProvider,
} from '@field-inspection/server/testing/csc-provider/start-csc-provider';
import { startTestServer } from '@field-inspection/server/testing/start-test-server';
import { makeName } from '../../apps/server/src/demo/authority/sign-certificate.ts';
import { createSeal } from '../../apps/server/src/platform/seal/create-seal.ts';
import type { Page } from 'playwright-core';

/** The server seals, and has the demo signer and a remote provider with a key of Ada Rossi's. */
export const openSigningWorld = async () => {
  const signer = createTestSigner('P-256', makeName('Ada Rossi', { pseudonym: 'Ada Rossi' }));
  const demo = createTestSigner('P-256', makeName('demo signer', { pseudonym: 'demo signer' }));
  const csc = await startCscProvider({
    authType: ['oauth2code'],
    mode: 'oauth2code',
    kind: 'P-256',
    signer,
  });
  const server = await startTestServer(
    {
      CSC_URL: csc.url,
      CSC_CLIENT_ID: CSC_CLIENT.clientId,
      CSC_CLIENT_SECRET: CSC_CLIENT.clientSecret,
      MESSAGES_PER_RECIPIENT_HOUR: '1000',
      MESSAGES_PER_ORGANISATION_DAY: '1000',
    },
    {
      seal: createTestSeal().seal,
      demoSigner: createSeal({ key: demo.key, certificates: demo.certificates, demo: true }),
    },
  );
  return { server, csc };
};

export type DrivenPage = ReturnType<typeof drivePage>;

export const drivePage = (page: Page) => {
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  return {
    press,
    sees: (text: string) => page.getByText(text).and(page.locator(':visible')).first().waitFor(),
    isAt: (heading: string) => page.locator('h1:focus').getByText(heading, { exact: true }).waitFor(),
    /** As isAt, for the first screen of a page, which leaves the focus where the browser has it. */
    isThere: (heading: string) => page.getByRole('heading', { name: heading, exact: true }).waitFor(),
    isRefused: (text: string) => page.getByRole('alert').getByText(text).waitFor(),
    hasCodeField: () => page.locator('#otp:focus').waitFor(),
    /** The sixth digit sends the code. */
    enter: (code: string) => page.locator('#otp').fill(code),
    sign: async () => {
      await page.getByLabel('I have read the report').check();
      await press('Sign');
    },
    link: (name: string) => page.getByRole('link', { name }),
    words: () => page.locator('main').innerText(),
  };
};
