import lighthouse from 'lighthouse';
import { findFreePort } from '@field-inspection/server/testing/find-free-port';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasBrowser, openBrowser } from './open-browser.ts';
import { openSampleServer } from './open-sample-server.ts';

let server: Awaited<ReturnType<typeof openSampleServer>>;
let browser: Awaited<ReturnType<typeof openBrowser>>;
let port: number;

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'];

/** Lighthouse's defaults measure a phone with a slow network. */
const measure = async (path: string): Promise<Record<string, number>> => {
  const run = await lighthouse(server.baseUrl + path, {
    port,
    logLevel: 'error',
    onlyCategories: CATEGORIES,
  });
  const entries = Object.entries(run?.lhr.categories ?? {});
  return Object.fromEntries(entries.map(([name, { score }]) => [name, Math.round((score ?? 0) * 100)]));
};

describe.runIf(hasBrowser)('Lighthouse', () => {
  beforeAll(async () => {
    server = await openSampleServer();
    port = await findFreePort();
    browser = await openBrowser([`--remote-debugging-port=${port}`]);
  });
  afterAll(async () => {
    await browser.close();
    await server.close();
  });

  it.each(['/', '/docs/webhooks', '/docs/reference/sessions'])(
    'gives %s at least 95 in all four',
    { retry: 2, timeout: 120_000 },
    async (path) => {
      const scores = await measure(path);
      expect(Object.keys(scores).sort()).toEqual([...CATEGORIES].sort());
      expect(Object.entries(scores).filter(([, score]) => score < 95)).toEqual([]);
    },
  );
});
