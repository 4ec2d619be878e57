import { FieldInspection } from '@field-inspection/sdk';
import { mintInviteFor } from '@field-inspection/server/testing/mint-invite-for';
import { type ProcessWorld, openProcessWorld } from '@field-inspection/server/testing/open-process-world';
import { takeGrainyPhoto } from '@field-inspection/server/testing/take-grainy-photo';
import { takePhoto } from '@field-inspection/server/testing/take-photo';
import { type BrowserContext, type Page, chromium } from 'playwright-core';
import { expect } from 'vitest';
import { NO_CAMERA, chooseFile, joinAs, openCamera } from './field-person.ts';
import { readKept } from './read-kept.ts';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BROWSER } from '../open-browser.ts';

export type BroughtHome = {
  photos: number;
  size: 'small' | 'large';
  patienceMs: number;
};

const MAKERS = { small: () => takePhoto(), large: takeGrainyPhoto };

/**
 * Photos are taken without a network; then the page is reloaded, the browser killed, the server killed during the
 * sending, and the browser once more. In the end each photo is stored once, as it was taken, after the consent.
 *
 * @returns the time from the first byte that could be sent, and the number of bytes
 */
export const expectBroughtHome = async ({
  photos,
  size,
  patienceMs: timeout,
}: BroughtHome): Promise<{ tookMs: number; bytes: number }> => {
  const world = await openProcessWorld();
  let server = await world.spawn('all');
  const client = new FieldInspection({ apiKey: world.seed.apiKey, baseUrl: server.baseUrl });
  const { session, invite } = await mintInviteFor({ client }, {});
  const phone = await openPhone();
  const comeBack = async () => {
    await phone.kill();
    await phone.open();
    await phone.page().goto(invite.join_url.split('#')[0]!);
  };
  const waitForStored = (count: number) =>
    expect
      .poll(async () => (await readKept(phone.page())).filter(({ state }) => state === 'stored').length, {
        timeout,
      })
      .toBeGreaterThanOrEqual(count);
  try {
    // Photos are chosen as files, since a test's camera gives the same picture time and again.
    await phone.context().addInitScript(NO_CAMERA);
    await joinAs(phone.page(), invite);
    await openCamera(phone.page());
    // Without a network a phone opens the page only once it has kept the application.
    await phone.page().evaluate('navigator.serviceWorker.ready.then(() => undefined)');
    await phone.context().setOffline(true);
    for (let count = 0; count < photos; count++) await chooseFile(phone.page(), await MAKERS[size]());
    const taken = await readKept(phone.page());
    expect(taken.every(({ state, hasBytes }) => state === 'waiting' && hasBytes)).toBe(true);
    await phone.page().reload();
    await phone
      .page()
      .getByRole('button', { name: `Your photos · not sent yet: ${photos}` })
      .waitFor();

    const begunAtMs = Date.now();
    await comeBack();
    await waitForStored(photos / 10);
    await server.kill('SIGKILL');
    server = await world.spawn('all', {}, Number(new URL(server.baseUrl).port));
    await waitForStored(photos / 3);
    await comeBack();
    await waitForStored(photos);
    const tookMs = Date.now() - begunAtMs;

    await expectAllStored({ world, client, sessionId: session.id }, { page: phone.page(), taken });
    return { tookMs, bytes: taken.reduce((all, { bytes }) => all + bytes, 0) };
  } finally {
    await phone.close();
    await world.close();
  }
};

type Taken = Awaited<ReturnType<typeof readKept>>;

const expectAllStored = async (
  { world, client, sessionId }: { world: ProcessWorld; client: FieldInspection; sessionId: string },
  { page, taken }: { page: Page; taken: Taken },
): Promise<void> => {
  const hashes = taken.map(({ sha256 }) => sha256);
  const stored = await readKept(page);
  expect(stored.map(({ sha256 }) => sha256)).toEqual(hashes);
  // The bytes have left the device, and their location with them.
  expect(stored.some(({ hasBytes, place }) => hasBytes || place)).toBe(false);

  const received = new Map<string, string | null>();
  for await (const { id, received_sha256 } of client.evidence.list({ session_id: sessionId })) {
    received.set(id, received_sha256);
  }
  expect(received.size).toBe(taken.length);
  expect(stored.map(({ receipt }) => received.get(receipt!.evidenceId))).toEqual(hashes);

  const entries = await world.context.database.prisma.auditEntry.findMany({
    where: { session_id: sessionId },
    orderBy: { sequence: 'asc' },
  });
  const kinds = entries.map(({ kind }) => kind);
  expect(kinds).toContain('consent.changed');
  expect(kinds.indexOf('consent.changed')).toBeLessThan(kinds.indexOf('evidence.captured'));
  const sequences = new Map(
    entries.map(({ sequence, payload }) => [(payload as { evidence_id?: string }).evidence_id, sequence]),
  );
  for (const { receipt } of stored) expect(receipt!.sequence).toBe(sequences.get(receipt!.evidenceId));
};

type Phone = {
  context: () => BrowserContext;
  page: () => Page;
  /** Ends the browser as an empty battery does. */
  kill: () => Promise<void>;
  open: () => Promise<void>;
  close: () => Promise<void>;
};

const openPhone = async (): Promise<Phone> => {
  const directory = await mkdtemp(join(tmpdir(), 'fis-phone-'));
  let context: BrowserContext;
  const open = async () => {
    const viewport = { width: 360, height: 640 };
    context = await chromium.launchPersistentContext(directory, { ...BROWSER, viewport, locale: 'en-GB' });
  };
  await open();
  return {
    context: () => context,
    page: () => context.pages()[0]!,
    open,
    kill: async () => {
      const isClosed = new Promise((resolve) => context.once('close', resolve));
      process.kill(await findBrowser(context), 'SIGKILL');
      await isClosed;
    },
    close: async () => {
      await context.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
};

const findBrowser = async (context: BrowserContext): Promise<number> => {
  const session = await context.browser()!.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  return processInfo.find(({ type }) => type === 'browser')!.id;
};
