import { startTestServer, type TestServer } from '@field-inspection/server/testing/start-test-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasBrowser, openBrowser, watchPage } from './open-browser.ts';

let server: TestServer;
let browser: Awaited<ReturnType<typeof openBrowser>>;

describe.runIf(hasBrowser)('the reference', () => {
  beforeAll(async () => {
    server = await startTestServer();
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await server.close();
  });

  it('shows the operations, asks nobody but this server, and keeps to its policy', async () => {
    const page = await browser.newPage();
    const { requests, faults } = watchPage(page);
    await page.goto(`${server.baseUrl}/docs`);
    await page.getByRole('heading', { name: 'Field Inspection Service' }).waitFor();
    await page.getByText('End a session').first().click();
    await page.getByRole('heading', { name: 'End a session' }).first().waitFor();
    await page.getByRole('button', { name: 'Test Request' }).first().click();
    await page.getByRole('button', { name: 'Send' }).first().waitFor();
    expect(faults).toEqual([]);
    expect(
      requests
        .map(({ url }) => url)
        .filter((url) => !/^(data|blob):/.test(url) && !url.startsWith(server.baseUrl)),
    ).toEqual([]);
  });
});
