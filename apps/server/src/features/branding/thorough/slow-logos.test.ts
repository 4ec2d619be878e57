import { expect, it, onTestFinished } from 'vitest';
import { openDecoding, type Decoding } from '../../../platform/decoding/open-decoding.ts';
import { listChildren } from '../../../testing/list-children.ts';
import { openBrandedOrganisation } from '../../../testing/open-branded-organisation.ts';
import { startTestServer } from '../../../testing/start-test-server.ts';

const PATIENCE = { timeout: 20_000 };

it('an organisation has one logo drawn at a time', async () => {
  const orders: { image: string; finish: () => void }[] = [];
  const decoding: Decoding = (_whose, work) =>
    work(
      (_kind, order) =>
        new Promise((resolve) => {
          const { image } = order as { image: string };
          const finish = () => resolve({ ok: true, png: image, width: 1, height: 1 } as never);
          orders.push({ image, finish });
        }),
    );
  const server = await startTestServer({}, { decoding });
  onTestFinished(() => server.close());
  const [slow, other] = [await openBrandedOrganisation(server), await openBrandedOrganisation(server)];
  const waiting = ['AAAA', 'BBBB', 'CCCC'].map((image) =>
    Promise.resolve(slow.client.branding.setLogo({ image })),
  );
  const begun = (count: number) => expect.poll(() => orders.length, PATIENCE).toBe(count);
  await begun(1);
  const theirs = Promise.resolve(other.client.branding.setLogo({ image: 'DDDD' }));
  await begun(2);
  expect(orders[1]!.image).toBe('DDDD');
  orders[1]!.finish();
  await theirs;
  expect(orders).toHaveLength(2);
  orders[0]!.finish();
  for (const count of [3, 4]) {
    await begun(count);
    orders[count - 1]!.finish();
  }
  await Promise.all(waiting);
});

/** Drawing takes longer than finding its process: each rectangle is a picture of a megapixel. */
const SLOW = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${'<path d="M0 0H9V9H0" opacity=".9"/>'.repeat(480)}</svg>`;
const QUICK =
  '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>';
const encode = (svg: string) => ({ image: Buffer.from(svg).toString('base64') });

it('the slow logos of some organisations keep nobody else’s waiting: each is drawn by a process of its own', async () => {
  const server = await startTestServer({}, { decoding: openDecoding({ log: { warn: () => {} } }) });
  onTestFinished(() => server.close());
  const organisations = await Promise.all([1, 2, 3].map(() => openBrandedOrganisation(server)));
  const ended: string[] = [];
  const [other, ...slow] = organisations.map(({ client }) => async (name: string, svg: string) => {
    await client.branding.setLogo(encode(svg)).catch(() => {});
    ended.push(name);
  });
  const underWay = slow.map((set) => set('slow', SLOW));
  const listProcesses = () => listChildren(process.pid, 'decoding-child');
  await expect.poll(() => listProcesses().length, PATIENCE).toBe(2);
  // A stopped process is as slow as can be.
  const stopped = listProcesses();
  for (const pid of stopped) process.kill(pid, 'SIGSTOP');
  await other!('quick', QUICK);
  expect(ended).toEqual(['quick']);
  for (const pid of stopped) process.kill(pid, 'SIGCONT');
  await Promise.all(underWay);
});
