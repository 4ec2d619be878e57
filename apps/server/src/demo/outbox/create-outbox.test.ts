import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createOutboxMailer } from './create-outbox.ts';

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'outbox-'));
});
afterEach(() => rm(dir, { recursive: true }));

const message = {
  to: 'anna@example.com',
  subject: 'Ispezione è pronta',
  text: 'Codice 048291',
  html: '<p>Codice 048291</p>',
  messageId: '0199a0a0-0000-7000-8000-000000000001',
};
const at = (time: string) => ({ outboxDir: join(dir, 'outbox'), clock: { now: () => new Date(time) } });

describe('createOutboxMailer', () => {
  it('writes one JSON file a message, named by time and message id', async () => {
    await createOutboxMailer(at('2026-11-20T14:05:00.123Z')).send(message);
    const names = await readdir(join(dir, 'outbox'));
    expect(names).toEqual(['2026-11-20T14-05-00.123Z_0199a0a0-0000-7000-8000-000000000001.email.json']);
    expect(JSON.parse(await readFile(join(dir, 'outbox', names[0]!), 'utf8'))).toEqual({
      channel: 'email',
      to: 'anna@example.com',
      subject: 'Ispezione è pronta',
      text: 'Codice 048291',
      html: '<p>Codice 048291</p>',
      message_id: '0199a0a0-0000-7000-8000-000000000001',
      created_at: '2026-11-20T14:05:00.123Z',
    });
  });

  it('names files so that they sort by time', async () => {
    await createOutboxMailer(at('2026-11-20T14:05:00.200Z')).send({ ...message, messageId: 'a' });
    await createOutboxMailer(at('2026-11-20T14:05:00.100Z')).send({ ...message, messageId: 'b' });
    const names = (await readdir(join(dir, 'outbox'))).sort();
    expect(names.map((name) => name.slice(-12))).toEqual(['b.email.json', 'a.email.json']);
  });

  it('keeps codes from the other users of the machine', async () => {
    await createOutboxMailer(at('2026-11-20T14:05:00.123Z')).send(message);
    const [name] = await readdir(join(dir, 'outbox'));
    const modes = await Promise.all(
      [join(dir, 'outbox'), join(dir, 'outbox', name!)].map((path) => stat(path)),
    );
    expect(modes.map(({ mode }) => mode & 0o077)).toEqual([0, 0]);
  });

  it('never writes outside its folder', async () => {
    await createOutboxMailer(at('2026-11-20T14:05:00.123Z')).send({ ...message, messageId: '/../../x' });
    expect(await readdir(dir)).toEqual(['outbox']);
    expect(await readdir(join(dir, 'outbox'))).toHaveLength(1);
  });
});
