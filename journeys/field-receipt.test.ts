import { readFile } from 'node:fs/promises';
import { mintInviteFor } from '@field-inspection/server/testing/mint-invite-for';
import type { TestServer } from '@field-inspection/server/testing/start-test-server';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { joinAs, openCamera, takePhoto } from './field-queue/field-person.ts';
import { readKept } from './field-queue/read-kept.ts';
import { hasBrowser } from './open-browser.ts';
import { usePhone } from './use-phone.ts';

let server: TestServer;
let page: Page;
let sessionId: string;

const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
const sees = (text: string) => page.getByText(text, { exact: true }).first().waitFor(PATIENCE);
const PATIENCE = { timeout: 30_000 };

const drawLine = async () => {
  // Waits until the pad takes a touch.
  await page.getByRole('application').hover();
  const box = (await page.getByRole('application').boundingBox())!;
  await page.mouse.move(box.x + box.width * 0.2, box.y + box.height * 0.3);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.6, box.y + box.height * 0.7, { steps: 4 });
  await page.mouse.up();
};

const drawAndSend = async (send: string) => {
  await page.getByRole('application').waitFor();
  await drawLine();
  await press(send);
  await sees('Stored');
  await press('Back');
};

const readChain = async () => {
  const entries = await server.context.database.prisma.auditEntry.findMany({
    where: { session_id: sessionId, kind: 'evidence.captured' },
    orderBy: { sequence: 'asc' },
  });
  return entries.map(({ sequence, payload }) => {
    const { evidence_kind, sha256, received_sha256 } = payload as Record<string, string>;
    return { sequence, kind: evidence_kind!, sha256: received_sha256 ?? sha256! };
  });
};

const readReceipt = (text: string) =>
  text
    .trim()
    .split('\n\n')
    .slice(1)
    .map((piece) => {
      const [, label, sequence, sha256] =
        /^\d+\.(?: (.*))?\n {3}Entry (\d+) of the record\n {3}SHA-256 ([0-9a-f]{64})$/.exec(piece)!;
      return { label: label ?? '', sequence: Number(sequence), sha256: sha256! };
    });

const saveReceipt = async () => {
  const saving = page.waitForEvent('download');
  await press('Save the receipt');
  return readFile(await (await saving).path(), 'utf8');
};

describe.runIf(hasBrowser)('the receipt of what a device has stored', () => {
  usePhone((phone) => void ({ server, page } = phone), {
    context: { viewport: { width: 360, height: 740 } },
    hasFaults: true,
  });

  it('names each photo and each drawing with its hash and its entry, as the chain has them; the queue shows the same, the end counts them, after a reload too', async () => {
    const { session, invite } = await mintInviteFor(server, {});
    sessionId = session.id;
    await joinAs(page, invite);
    await openCamera(page);
    await takePhoto(page);
    await press('Take the photo');
    await press('Draw on it');
    await drawAndSend('Send');
    await press('Back');
    await press('Draw a sketch');
    await drawAndSend('Send');
    await press('Draw a sketch');
    await drawAndSend('Send');
    await press('Sign');
    await page.getByLabel('Your first and last name').fill('Ada Rossi');
    await drawAndSend('Sign');
    const chain = await readChain();
    expect(chain.map(({ kind }) => kind).sort()).toEqual([
      'annotation',
      'photo',
      'photo',
      'signature',
      'whiteboard',
      'whiteboard',
    ]);

    await page.getByRole('button', { name: /^Your photos/ }).click();
    await sees('2 photos are stored.');
    expect(await page.locator('.queue-hash').allTextContents()).toEqual(
      chain.map(({ sha256 }) => sha256).toReversed(),
    );
    for (const name of ['Drawing on a photo', 'Sketch', 'Your signature'])
      await page.getByRole('heading', { name, exact: true }).first().waitFor();
    const kept = await readKept(page);
    expect(kept.map(({ state, hasBytes }) => [state, hasBytes])).toEqual(chain.map(() => ['stored', false]));

    await server.client.sessions.end(sessionId);
    for (const isReloaded of [false, true]) {
      if (isReloaded) await page.reload();
      await sees('2 photos were stored.');
      const counts = await page.locator('.counts div').allInnerTexts();
      expect(counts.map((each) => each.split(/\s*\n\s*/)).sort()).toEqual([
        ['Drawing on a photo', '1'],
        ['Sketch', '1'],
        ['Your signature', '1'],
      ]);
      const receipt = await saveReceipt();
      expect(receipt).toContain(sessionId);
      const labels: Record<string, string> = {
        photo: '',
        annotation: 'Drawing on a photo',
        whiteboard: 'Sketch',
        signature: 'Your signature',
      };
      const told = readReceipt(receipt).toSorted((one, other) => one.sequence - other.sequence);
      expect(told).toEqual(chain.map(({ kind, ...entry }) => ({ ...entry, label: labels[kind] })));
      // Stored items are no longer on the device.
      await expect.poll(() => readKept(page)).toEqual([]);
    }
  });

  it('is given where nothing but a signature was stored', async () => {
    const { session, invite } = await mintInviteFor(server, {});
    sessionId = session.id;
    await joinAs(page, invite);
    await press('Sign');
    await page.getByLabel('Your first and last name').fill('Ada Rossi');
    await drawAndSend('Sign');
    await server.client.sessions.end(sessionId);
    await sees('Your signature');
    const [entry] = await readChain();
    expect(readReceipt(await saveReceipt())).toMatchObject([
      { sequence: entry!.sequence, sha256: entry!.sha256 },
    ]);
    expect(await page.getByText(/photos? (was|were) stored/).count()).toBe(0);
  });
});
