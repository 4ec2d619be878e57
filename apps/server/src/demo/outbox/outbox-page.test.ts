import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createOutboxMailer, createOutboxSms } from './create-outbox.ts';
import { createFakeClock } from '../../testing/create-fake-clock.ts';
import type { PageRequest } from '../../http/pages/page.ts';
import { outboxPages } from './outbox-page.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'fis-outbox-'));
});
afterEach(() => rm(dataDir, { recursive: true }));

const ask = async (at: number, request: Partial<PageRequest>) => {
  const route = outboxPages({ config: { dataDir, baseUrl: 'http://demo.example:3000' } as never })[at]!;
  const page = await route.answer({
    params: {},
    query: {},
    ...request,
    headers: { host: '127.0.0.1:3000', ...request.headers },
  });
  return { status: page.status ?? 200, headers: page.headers, body: String(page.body) };
};

const openOutbox = (accept = 'text/html,*/*') => ask(0, { headers: { accept } });

const openMail = (file: string) => ask(1, { params: { file } });

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

it('shows the HTML of a mail in a frame that runs nothing and reaches nothing', async () => {
  const { mailer } = post();
  const mail = '<!doctype html><html><head><style>p{}</style></head><body><p>Hello</p></body></html>';
  await mailer.send({ to: 'a@example.com', subject: 'A "mail"', text: 'Hello', html: mail, messageId: '1' });
  const { body, headers } = await openOutbox();
  const [, src = ''] = /<iframe[^>]*\ssrc="([^"]+)"/s.exec(body) ?? [];
  expect(body).toMatch(/<iframe[^>]*\ssandbox="allow-popups allow-popups-to-escape-sandbox"/s);
  expect(headers['Content-Security-Policy']).toContain("frame-src 'self'");
  const shown = await openMail(decodeURIComponent(src.slice('outbox/'.length)));
  expect([shown.status, shown.body]).toEqual([200, mail.replace('<head>', '<head><base target="_blank">')]);
  const policy = shown.headers['Content-Security-Policy'];
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain('sandbox allow-popups');
  expect(policy).toContain("frame-ancestors 'self'");
  expect(policy).not.toContain('script-src');
  expect(policy).toContain('img-src data: http://demo.example:3000/branding/;');
});

it('answers JSON when asked', async () => {
  const { mailer, sms } = post();
  await mailer.send({ to: 'a@example.com', subject: 'One', text: 'one', html: '<p>', messageId: '1' });
  await sms.send({ to: '+1', text: 'two', clientRef: '2' });
  const { headers, body } = await openOutbox('application/json');
  expect(headers['Content-Type']).toBe('application/json; charset=utf-8');
  const { data } = JSON.parse(body) as { data: { channel: string; text: string }[] };
  expect(data.map(({ channel, text }) => `${channel} ${text}`).sort()).toEqual(['email one', 'sms two']);
});

it.each(['../demo', '..%2fdemo', 'nothing', ''])('has no mail at %j', async (file) => {
  const { sms } = post();
  await sms.send({ to: '+1', text: 'two', clientRef: '2' });
  const shown = await openMail(file);
  expect(shown.status).toBe(404);
});

it.each(['localhost:3000', 'LOCALHOST', '127.0.0.1:8080', '[::1]:3000', 'demo.example:3000', 'demo.example'])(
  'answers %s, a name of this server',
  async (host) => {
    await post().sms.send({ to: '+390212345', text: 'Code 048291', clientRef: '1' });
    expect((await ask(0, { headers: { host } })).body).toContain('048291');
  },
);

it.each([
  'evil.example:3000',
  'demo.example.evil.example',
  'localhost.evil.example',
  '127.0.0.1.evil.example',
  '',
])('tells nothing to who comes by the name "%s", which another site may lead here', async (host) => {
  await post().mailer.send({
    to: 'a@example.com',
    subject: 's',
    text: '048291',
    html: '048291',
    messageId: '1',
  });
  const [file] = await readdir(join(dataDir, 'outbox'));
  const answers = [
    await ask(0, { headers: { host } }),
    await ask(0, { headers: { host, accept: 'application/json' } }),
    await ask(1, { headers: { host }, params: { file: file!.replace(/\.json$/, '') } }),
  ];
  expect(answers.map(({ status, body }) => [status, body.includes('048291')])).toEqual([
    [421, false],
    [421, false],
    [421, false],
  ]);
  expect(answers[0]!.body).toContain('http://demo.example:3000/outbox');
});
