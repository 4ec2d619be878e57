import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writePem } from '@field-inspection/evidence/asn1';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { watchPage } from './open-browser.ts';

export type VerifyDevice = {
  context: BrowserContext;
  page: Page;
  watched: ReturnType<typeof watchPage>;
  open: (path?: string) => Promise<void>;
  write: (name: string, content: Uint8Array | string) => Promise<string>;
  /** A dropped file has bytes, and no path. */
  drop: (name: string, content: Uint8Array) => Promise<void>;
  addRoots: (...roots: Uint8Array[]) => Promise<void>;
  seesVerdict: (heading: string) => Promise<void>;
  resultText: () => Promise<string>;
};

export const openVerifyDevice = async (
  browser: Browser,
  given: { baseUrl: string; folder: string; now: Date; width?: number },
): Promise<VerifyDevice> => {
  const { baseUrl, folder, now, width = 360 } = given;
  const context = await browser.newContext({ viewport: { width, height: 740 }, locale: 'en-GB' });
  const page = await context.newPage();
  const watched = watchPage(page);
  await page.clock.setFixedTime(now);
  const write = async (name: string, content: Uint8Array | string) => {
    await writeFile(join(folder, name), content);
    return join(folder, name);
  };
  return {
    context,
    page,
    watched,
    open: async (path = '/verify') => {
      await page.goto(baseUrl + path);
      await page.getByText('No network is needed from here on.').waitFor();
    },
    write,
    drop: (name, content) => dropFile(page, name, content),
    addRoots: async (...roots) => {
      const paths = await Promise.all(roots.map((root, index) => write(`root-${index}.pem`, writePem(root))));
      await page.getByLabel('Add root certificates').setInputFiles(paths);
      for (const [index] of roots.entries()) {
        await page.getByRole('button', { name: `Remove root-${index}.pem` }).waitFor();
      }
    },
    seesVerdict: async (heading) => {
      await page.locator('#result h2:focus').getByText(heading).waitFor();
    },
    resultText: () => page.locator('#result').innerText(),
  };
};

const dropFile = async (page: Page, name: string, content: Uint8Array): Promise<void> => {
  const transfer = await page.evaluateHandle(
    ({ name, base64 }) => {
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
      const scope = globalThis as unknown as Record<string, new (...given: unknown[]) => never>;
      const transfer = new scope['DataTransfer']!() as { items: { add(file: unknown): void } };
      transfer.items.add(new scope['File']!([bytes], name));
      return transfer;
    },
    { name, base64: Buffer.from(content).toString('base64') },
  );
  await page.dispatchEvent('#drop', 'drop', { dataTransfer: transfer });
};
