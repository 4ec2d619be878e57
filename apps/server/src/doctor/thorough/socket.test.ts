import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startOwnPostgres } from '../../testing/start-own-postgres.ts';
import { runDoctor } from '../run-doctor.ts';

it('a database behind a Unix socket is examined like any other, and what its configuration sets is not told as its role’s', async ({
  onTestFinished,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'fis-socket-'));
  await chmod(folder, 0o777);
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const postgres = await startOwnPostgres({
    settings: { unix_socket_directories: folder, TimeZone: 'Pacific/Chatham' },
  });
  onTestFinished(() => postgres.close());
  const { username, password, port, pathname } = new URL(postgres.databaseUrl);
  for (const address of [
    `postgresql://${username}:${password}@${pathname}?host=${folder}&port=${port}`,
    `postgresql://${username}:${password}@${encodeURIComponent(folder)}:${port}${pathname}`,
  ]) {
    const env = {
      DATABASE_URL: address,
      DATABASE_OWNER_URL: address,
      DATA_DIR: folder,
      BASE_URL: 'https://localhost',
      MASTER_KEYS: `k1:${Buffer.alloc(32, 7).toString('base64')}`,
      SMTP_URL: 'smtp://127.0.0.1:1',
    };
    const findings = await runDoctor(env, async () => ({ databaseUrl: address }));
    const said = findings.filter(({ part }) => ['database', 'owner', 'encryption'].includes(part));
    expect(said.filter(({ state }) => state === 'wrong')).toEqual([]);
    expect(said).toContainEqual({
      part: 'encryption',
      state: 'ok',
      words: 'TLS is asked for on every connection that leaves this host.',
    });
    expect(said).toContainEqual({ part: 'database', state: 'ok', words: 'A row can be written.' });
    expect(said).toContainEqual({
      part: 'database',
      state: 'ok',
      words:
        "postgresql.conf, or the start of PostgreSQL, sets TimeZone; the service's connections have their own.",
    });
    expect(JSON.stringify(said)).not.toContain('Others have set');
    expect(said.find(({ part }) => part === 'owner')?.state).toBe('ok');
  }
});
