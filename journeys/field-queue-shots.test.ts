import type { TestServer } from '@field-inspection/server/testing/start-test-server';
import type { BrowserContext, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { joinAs } from './field-queue/field-person.ts';
import { hasBrowser } from './open-browser.ts';
import { usePhone } from './use-phone.ts';

describe.runIf(hasBrowser)('what was taken of a shot and waits', () => {
  let server: TestServer;
  let context: BrowserContext;
  let page: Page;
  let sessionId: string;
  usePhone((phone) => void ({ server, device: context, page } = phone), {
    context: { viewport: { width: 360, height: 640 } },
    hasFaults: true,
  });

  const takeMeterOffline = async () => {
    const { client } = server;
    const session = await client.sessions.create({
      shots: [{ slot: 'meter', label: { en: 'The electricity meter' }, required: false }],
    });
    const invite = await client.participants.create(session.id);
    sessionId = session.id;
    await joinAs(page, invite);
    await page.getByRole('button', { name: 'The electricity meter' }).click();
    await page.getByRole('button', { name: 'Take the photo' }).waitFor();
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Take the photo' }).click();
    await page.getByRole('button', { name: 'Use the photo' }).click();
  };
  const sees = (text: string) => page.getByText(text).and(page.locator(':visible')).first().waitFor();

  it('is shown in small under the name of its shot before and after it is stored, by the small picture alone', async () => {
    await context.addInitScript({
      content: `globalThis.open = new Set();
        const { createObjectURL, revokeObjectURL } = URL;
        URL.createObjectURL = (blob) => {
          const url = createObjectURL.call(URL, blob);
          open.add(url);
          return url;
        };
        URL.revokeObjectURL = (url) => (open.delete(url), revokeObjectURL.call(URL, url));`,
    });
    await takeMeterOffline();
    await page.getByRole('button', { name: 'Your photos · not sent yet: 1' }).click();
    const picture = page.getByRole('img', { name: 'The electricity meter' });
    await picture.waitFor();
    await expect
      .poll(() => page.evaluate("document.querySelector('.queue-picture img').naturalWidth"))
      .toBeGreaterThan(0);
    await context.setOffline(false);
    await sees('1 photo is stored.');
    await picture.waitFor();
    await expect.poll(() => page.evaluate('open.size')).toBe(1);
  });

  it('is named at the end as its shot is, after a reload too, and so is its file', async () => {
    await takeMeterOffline();
    await page.getByRole('button', { name: 'Your photos · not sent yet: 1' }).waitFor();
    await server.client.sessions.end(sessionId);
    await context.setOffline(false);
    const named = page.getByRole('heading', { name: 'The electricity meter', exact: true });
    await named.waitFor();
    await page.reload();
    await named.waitFor();
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save the file' }).click();
    expect((await saving).suggestedFilename()).toBe('The electricity meter.jpg');
  });
});
