import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createMailer } from './create-mailer.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'mailer-'));
});
afterEach(() => rm(dataDir, { recursive: true }));

const clock = { now: () => new Date('2026-11-20T14:05:00Z') };
const mailFrom = 'Field Inspection <no-reply@inspect.example>';
const message = { to: 'anna@example.com', subject: 's', text: 't', html: '<p>t</p>', messageId: 'm1' };

describe('createMailer', () => {
  it('fills the outbox in demo mode', async () => {
    const mailer = createMailer({ config: { demo: true, dataDir, mailFrom }, smtpUrl: undefined, clock });
    await mailer.send(message);
    expect(await readdir(join(dataDir, 'outbox'))).toHaveLength(1);
  });

  it('uses a mail server in demo mode too when one is set', async () => {
    const smtpUrl = 'smtp://127.0.0.1:1';
    const mailer = createMailer({ config: { demo: true, dataDir, mailFrom }, smtpUrl, clock });
    await expect(mailer.send(message)).rejects.toThrow(/SMTP_URL/);
    expect(await readdir(dataDir)).toEqual([]);
  });

  it('writes no codes to the disk outside demo mode', () => {
    const config = { demo: false, dataDir, mailFrom };
    expect(() => createMailer({ config, smtpUrl: undefined, clock })).toThrow(/SMTP_URL: is missing/);
  });
});
