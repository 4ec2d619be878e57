import { SMTPServer } from 'smtp-server';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { cloneDatabase } from '../../testing/clone-database.ts';
import { spawnServer } from '../../testing/spawn-server.ts';
import { startTestServer } from '../../testing/start-test-server.ts';
import { mintInviteFor } from '../../testing/mint-invite-for.ts';

test('kill -9 while sending', { timeout: 120_000 }, async () => {
  const ids: string[] = [];
  let hang = true; let arrived = () => {}; const first = new Promise<void>((r) => (arrived = r));
  const smtp = new SMTPServer({ authOptional: true, disabledCommands: ['STARTTLS'], onData(stream, _s, cb) {
    let text = ''; stream.on('data', (c) => (text += c)); stream.on('end', () => {
      ids.push(/Message-ID: (.*)/i.exec(text)![1]!.trim());
      if (hang) { arrived(); return; } cb();
    });
  } });
  await new Promise<void>((r) => smtp.listen(0, '127.0.0.1', r));
  const SMTP_URL = `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`;
  const server = await startTestServer({ SMTP_URL });
  const env = { SMTP_URL };
  const a = await spawnServer('worker', { databaseUrl: server.databaseUrl, env });
  const { invite } = await mintInviteFor(server);
  await first;
  hang = false;
  const killedAt = Date.now();
  await a.kill('SIGKILL');
  const b = await spawnServer('worker', { databaseUrl: server.databaseUrl, env });
  for (;;) {
    const m = await server.context.database.prisma.message.findFirstOrThrow({ where: { participant_id: invite.id } });
    if (m.sent_at) { console.log('sent after', Date.now() - killedAt, m.attempt_count, ids); break; }
    await new Promise((r) => setTimeout(r, 250));
  }
  expect(new Set(ids).size).toBe(1);
  await b.kill('SIGKILL'); await server.close(); smtp.close();
});
