import type { RoleName } from '@field-inspection/contract';
import { runDueJobs } from '@field-inspection/server/testing/run-due-jobs';
import { makeLink } from '@field-inspection/server/testing/sign-in';
import { startTestServer } from '@field-inspection/server/testing/start-test-server';
import type { Browser } from 'playwright-core';
import { addMember } from '../../apps/server/src/features/members/add-member.ts';
import { watchPage } from '../open-browser.ts';
import { drivePage } from '../sign-page/open-signing-world.ts';

export const openSignInWorld = async () => {
  const server = await startTestServer({
    MESSAGES_PER_RECIPIENT_HOUR: '1000',
    MESSAGES_PER_ORGANISATION_DAY: '1000',
  });
  let people = 0;
  const freshEmail = () => `person${++people}@example.com`;
  return {
    server,
    freshEmail,
    add: async ({
      organisationId = server.seed.organisationId,
      email = freshEmail(),
      role = 'inspector',
    }: { organisationId?: string; email?: string; role?: RoleName } = {}) => {
      const given = { organisationId, email, name: 'Ada Rossi', role, locale: 'en' } as const;
      const { id: memberId } = await addMember(server.context, given);
      return { organisationId, memberId, email };
    },
    readCode: async (email: string): Promise<string> => {
      await runDueJobs(server.context);
      const mail = server.post.emails.findLast(({ to, text }) => to === email && /\b\d{6}\b/.test(text));
      return /\b\d{6}\b/.exec(mail!.text)![0];
    },
  };
};

export type SignInWorld = Awaited<ReturnType<typeof openSignInWorld>>;

export const openSignInDevice = async (browser: Browser, { server }: SignInWorld, locale = 'en-GB') => {
  const device = await browser.newContext({ viewport: { width: 360, height: 740 }, locale });
  const page = await device.newPage();
  const person = {
    ...drivePage(page),
    enter: async (code: string) => {
      await page.locator('#otp').fill(code);
      await page.locator('#otp').press('Enter');
    },
  };
  // Back to the page itself: without a wish a sign-in leads to the console.
  const open = (path = '/sign-in?return=%2Fsign-in') => page.goto(server.baseUrl + path);
  return {
    device,
    page,
    person,
    open,
    watched: watchPage(page),
    askForCode: async (email: string): Promise<void> => {
      await page.locator('#email').fill(email);
      await page.locator('#email').press('Enter');
      await person.hasCodeField();
    },
    openLink: async (
      member: { organisationId: string; memberId: string },
      search = '?return=%2Fsign-in',
    ): Promise<void> => {
      await open(`/sign-in${search}#${await makeLink(server.context, member)}`);
      await page.locator('.button').click();
    },
  };
};

export const wrong = (code: string): string => (code === '000000' ? '000001' : '000000');
