import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createOutboxMailer, createOutboxSms } from './create-outbox.ts';
import { createFakeClock } from '../../testing/create-fake-clock.ts';
import { outboxPage } from './outbox-page.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'fis-outbox-'));
});
afterEach(() => rm(dataDir, { recursive: true }));

const openOutbox = async () => {
  const page = await outboxPage({ config: { dataDir } as never }).answer({
    params: {},
    query: {},
    headers: {},
  });
  return { headers: page.headers, body: String(page.body) };
};

const post = (clock = createFakeClock(new Date('2026-11-20T10:00:00Z'))) => {
  const options = { outboxDir: join(dataDir, 'outbox'), clock };
  return { clock, mailer: createOutboxMailer(options), sms: createOutboxSms(options) };
};

it('is empty before anything was sent', async () => {
  expect((await openOutbox()).body).toContain('No message has been sent yet.');
});

it('shows mail and SMS, newest first, for this moment only', async () => {
  const { clock, mailer, sms } = post();
  await mailer.send({ to: 'a@example.com', subject: 'Older', text: 'one', html: '', messageId: '1' });
  clock.advance(1_000);
  await sms.send({ to: '+393331234567', text: 'newer', clientRef: '2' });
  const { headers, body } = await openOutbox();
  expect(body.indexOf('newer')).toBeLessThan(body.indexOf('Older'));
  expect(body).toContain('sms to +393331234567');
  expect(headers['Cache-Control']).toBe('no-store');
});

it('shows what was written as text, and makes links of addresses alone', async () => {
  const { mailer } = post();
  await mailer.send({
    to: '"<b>"@example.com',
    subject: '<script>alert(1)</script>',
    text: 'Join: http://127.0.0.1:3000/join/x#token\n<img src=x onerror=alert(1)> javascript:alert(1)',
    html: '<p>not shown</p>',
    messageId: '1',
  });
  const { body } = await openOutbox();
  expect(body).toContain(
    '<a href="http://127.0.0.1:3000/join/x#token">http://127.0.0.1:3000/join/x#token</a>',
  );
  expect(body).not.toMatch(/<script|<img|<b>|href="javascript|not shown/);
});

it('shows the newest hundred of many', async () => {
  const { clock, sms } = post();
  for (let n = 1; n <= 101; n++) {
    clock.advance(1_000);
    await sms.send({ to: '+1', text: `message ${n}.`, clientRef: String(n) });
  }
  const { body } = await openOutbox();
  expect(body.match(/<article/g)?.length).toBe(100);
  expect(body).not.toContain('message 1.');
});
