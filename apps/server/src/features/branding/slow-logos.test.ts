import { expect, it, onTestFinished } from 'vitest';
import { openBrandedOrganisation } from '../../testing/open-branded-organisation.ts';
import { startTestServer } from '../../testing/start-test-server.ts';
import type { DrawLogo } from './exports/open-logo-process.ts';

it('an organisation has one logo drawn at a time: what is slow keeps nobody else’s waiting', async () => {
  const orders: { image: string; finish: () => void }[] = [];
  const drawLogo: DrawLogo = ({ image }) =>
    new Promise((resolve) => {
      const finish = () => resolve({ ok: true, png: image, width: 1, height: 1 });
      orders.push({ image, finish });
    });
  const server = await startTestServer({}, { drawLogo });
  onTestFinished(() => server.close());
  const [slow, other] = [await openBrandedOrganisation(server), await openBrandedOrganisation(server)];
  const waiting = ['AAAA', 'BBBB', 'CCCC'].map((image) =>
    Promise.resolve(slow.client.branding.setLogo({ image })),
  );
  const begun = (count: number) => expect.poll(() => orders.length).toBe(count);
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
