import { readFile } from 'node:fs/promises';
import { FieldInspection } from '@field-inspection/sdk';
import { joinSession, type JoinedDevice } from '@field-inspection/server/testing/join-session';
import { openProcessWorld, type ProcessWorld } from '@field-inspection/server/testing/open-process-world';
import type { SpawnedServer } from '@field-inspection/server/testing/spawn-server';
import type { BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Queue } from '../apps/field/src/queue/queue.ts';
import { openPhone, type Phone } from './field-queue/open-phone.ts';
import { hasBrowser } from './open-browser.ts';

const PHOTOS = 50;

describe.runIf(hasBrowser)('the queue of the field application', () => {
  let world: ProcessWorld;
  let server: SpawnedServer;
  let client: FieldInspection;
  let phone: Phone;
  let device: JoinedDevice;
  const restart = async () => {
    const port = Number(new URL(server.baseUrl).port);
    await server.kill('SIGKILL');
    server = await world.spawn('all', {}, port);
  };
  beforeAll(async () => {
    world = await openProcessWorld();
    server = await world.spawn('all');
    client = new FieldInspection({ apiKey: world.seed.apiKey, baseUrl: server.baseUrl });
  });
  afterAll(() => world.close());

  const serve = async (context: BrowserContext) => {
    await context.route(/\/harness\//, async (route) => {
      const name = new URL(route.request().url()).pathname.split('/').at(-1)!;
      if (name === '')
        return route.fulfill({
          contentType: 'text/html',
          body: '<!doctype html><html lang=en><title>t</title><link rel=stylesheet href=/harness/harness.css><main id=main></main><script type=module src=/harness/main.js></script>',
        });
      return route.fulfill({
        body: await readFile(`/tmp/queue-work/harness/${name}`),
        contentType: name.endsWith('css') ? 'text/css' : 'text/javascript',
      });
    });
  };
  const start = async () => {
    device = await joinSession({ client, baseUrl: server.baseUrl });
    phone = await openPhone(serve);
    phone.context.on('console', (message) => console.log('CONSOLE', message.text()));
  };
  const visit = async (room = '') => {
    await phone.page.goto(`${server.baseUrl}/harness/?token=${device.token}#${room}`);
    await phone.page.waitForFunction(() => 'queue' in window);
  };
  const readItems = () =>
    phone.page.evaluate(() => (window as unknown as { queue: Queue }).queue.items.value);
  const listEvidence = async () => {
    const all = [];
    for await (const piece of client.evidence.list({ session_id: device.sessionId, limit: 100 })) all.push(piece);
    return all;
  };

  it('brings 50 photos home that were taken offline, over a reload, killed browsers and a killed server: each once, and as it was taken', { timeout: 240_000 }, async () => {
    await start();
    await visit('camera');
    await phone.page.getByRole('button', { name: /consent_button/ }).click();
    const shutter = phone.page.getByRole('button', { name: /shutter/ });
    await shutter.waitFor();
    await phone.context.setOffline(true);
    // The made-up camera shows the same picture now and then.
    for (let taken = 1; (await readItems()).length < PHOTOS; taken++) {
      await shutter.click();
      await phone.page.getByRole('button', { name: /camera.use/ }).click();
      await phone.page.getByText(`field.camera.kept ${taken}`).waitFor();
    }
    const taken = await readItems();
    expect(taken.map(({ state }) => state)).toEqual(Array(PHOTOS).fill('waiting'));
    expect(new Set(taken.map(({ sha256 }) => sha256)).size).toBe(PHOTOS);
    console.log('bytes', taken[0]!.bytes);
    await phone.page.reload();
    await phone.page.waitForFunction(() => 'queue' in window);
    await phone.kill();
    await phone.open();
    await visit();
    await expect.poll(storedCount, { timeout: 60_000 }).toBeGreaterThan(5);
    await restart();
    await expect.poll(storedCount, { timeout: 60_000 }).toBeGreaterThan(15);
    await phone.kill();
    await phone.open();
    await visit();
    await expect.poll(storedCount, { timeout: 120_000 }).toBe(PHOTOS);
    const items = await readItems();
    expect(items.map(({ sha256 }) => sha256)).toEqual(taken.map(({ sha256 }) => sha256));
    const evidence = await listEvidence();
    expect(evidence.map(({ received_sha256 }) => received_sha256).sort()).toEqual(
      taken.map(({ sha256 }) => sha256).sort(),
    );
    await phone.close();
  });
  const storedCount = async () => (await readItems()).filter(({ state }) => state === 'stored').length;
});
