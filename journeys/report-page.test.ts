import { LOCALES } from '@field-inspection/contract';
import { completeSession } from '@field-inspection/server/testing/complete-session';
import { mintReportLink } from '@field-inspection/server/testing/mint-report-link';
import { runDueJobs } from '@field-inspection/server/testing/run-due-jobs';
import { readLastCode } from '@field-inspection/server/testing/signing-device';
import { startTestServer, type TestServer } from '@field-inspection/server/testing/start-test-server';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { signCatalogues } from '../apps/server/src/http/pages/page-catalogues.ts';
import { hasBrowser, openBrowser, watchPage } from './open-browser.ts';
import { type DrivenPage, drivePage } from './sign-page/open-signing-world.ts';

let server: TestServer;
let browser: Browser;
let device: BrowserContext;
let page: Page;
let reader: DrivenPage;
let watched: ReturnType<typeof watchPage>;
let sessionId: string;

const lastCode = async (): Promise<string> => {
  await runDueJobs(server.context);
  return readLastCode(server.post.emails);
};

describe.runIf(hasBrowser)('the page of a recipient of the report', () => {
  beforeAll(async () => {
    server = await startTestServer();
    browser = await openBrowser();
    ({ sessionId } = await completeSession(server));
  });
  afterAll(async () => {
    await browser.close();
    await server.close();
  });
  beforeEach(async () => {
    device = await browser.newContext({ viewport: { width: 320, height: 640 }, locale: 'en-GB' });
    page = await device.newPage();
    reader = drivePage(page);
    watched = watchPage(page);
  });
  afterEach(async () => {
    expect(watched.faults).toEqual([]);
    await device.close();
  });

  it('gives the report after the code and not before, also after a reload, until the link is over', async () => {
    const { url } = await mintReportLink(server.context, sessionId);
    await page.goto(url);
    await reader.isAt('Acme Inspections has a report for you');
    expect([page.url(), await page.title()]).toEqual([
      `${server.baseUrl}/report`,
      'Acme Inspections has a report for you – Read a report',
    ]);
    await reader.press('Send me the code');
    await reader.hasCodeField();
    expect(await reader.words()).not.toContain('Eva Brandt');
    await reader.enter(await lastCode());
    await reader.isAt('The report of the inspection');
    await reader.sees('Eva Brandt');
    const { byte_size: size } = (await server.client.reports.list(sessionId)).data[0]!;
    const pdf = await fetch((await reader.link('Open the report (PDF)').getAttribute('href'))!);
    expect((await pdf.arrayBuffer()).byteLength).toBe(size);
    expect(await page.getByRole('button').count()).toBe(0);
    await page.reload();
    await reader.isAt('The report of the inspection');
    server.clock.advance(15 * 86_400_000);
    await page.reload();
    await reader.isAt('The time to open the report is over');
  });

  it('says that the link is locked after the fifth wrong code', async () => {
    await page.goto((await mintReportLink(server.context, sessionId)).url);
    await reader.press('Send me the code');
    await reader.hasCodeField();
    const code = (await lastCode()) === '000000' ? '000001' : '000000';
    for (const left of [4, 3, 2, 1]) {
      await reader.enter(code);
      await reader.isRefused(`Attempts left: ${left}`);
    }
    await reader.enter(code);
    await reader.isAt('The link is locked');
  });

  it.each(LOCALES)('speaks the locale of the session and fits 320 pixels in %s', async (locale) => {
    const texts = signCatalogues[locale];
    const fits = async () => {
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320);
      expect(await reader.words()).not.toMatch(/undefined|\{\w+\}|\bnull\b/);
    };
    await page.goto((await mintReportLink(server.context, sessionId, locale)).url);
    await page.getByRole('button', { name: texts['start.button'] }).waitFor();
    expect((await page.locator('html').getAttribute('lang'))?.slice(0, 2)).toBe(locale);
    await fits();
    await reader.press(texts['start.button']);
    await reader.hasCodeField();
    await reader.enter(await lastCode());
    await reader.isAt(texts['report.heading']);
    await fits();
  });
});
