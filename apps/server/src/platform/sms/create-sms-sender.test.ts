import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSmsSender } from './create-sms-sender.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'sms-'));
});
afterEach(() => rm(dataDir, { recursive: true }));

const clock = { now: () => new Date('2026-11-20T14:05:00.123Z') };
const message = { to: '+393331234567', text: '048291 è il codice', clientRef: 'm1' };

describe('createSmsSender', () => {
  it('fills the outbox that e-mails share in demo mode', async () => {
    await createSmsSender({ config: { demo: true, dataDir }, smsUrl: undefined, clock }).send(message);
    const outbox = join(dataDir, 'outbox');
    expect(await readdir(outbox)).toEqual(['2026-11-20T14-05-00.123Z_m1.sms.json']);
    expect(JSON.parse(await readFile(join(outbox, '2026-11-20T14-05-00.123Z_m1.sms.json'), 'utf8'))).toEqual({
      channel: 'sms',
      to: '+393331234567',
      text: '048291 è il codice',
      message_id: 'm1',
      created_at: '2026-11-20T14:05:00.123Z',
    });
  });

  it('uses the gateway in demo mode too when one is set', async () => {
    const smsUrl = 'http://127.0.0.1:1/';
    await expect(
      createSmsSender({ config: { demo: true, dataDir }, smsUrl, clock }).send(message),
    ).rejects.toThrow(/gateway/);
    expect(await readdir(dataDir)).toEqual([]);
  });

  it('refuses to send outside demo mode without a gateway', async () => {
    const sender = createSmsSender({ config: { demo: false, dataDir }, smsUrl: undefined, clock });
    await expect(sender.send(message)).rejects.toThrow(/SMS_URL: is missing/);
    expect(await readdir(dataDir)).toEqual([]);
  });
});
