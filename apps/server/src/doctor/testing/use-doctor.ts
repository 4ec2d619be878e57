import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { cloneDatabase } from '../../testing/clone-database.ts';
import { dataDirOf } from '../../testing/data-dir-of.ts';
import { runDoctor } from '../run-doctor.ts';

export const SECRET = 'correct-horse';

export const useDoctor = () => {
  const closes: (() => unknown)[] = [];
  let database: Awaited<ReturnType<typeof cloneDatabase>>;
  beforeAll(async () => void (database = await cloneDatabase()));
  afterAll(() => database.drop());
  afterEach(async () => {
    for (const close of closes.splice(0)) await close();
  });
  const base = () => ({
    DATABASE_URL: database.databaseUrl,
    DATA_DIR: dataDirOf(database.databaseUrl),
    BASE_URL: 'https://localhost',
    MASTER_KEYS: `k1:${Buffer.alloc(32, 7).toString('base64')}`,
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'Acme Inspections <inspections@example.com>',
  });
  const examine = async (env: Record<string, string> = {}) => {
    const all = { ...base(), ...env };
    const findings = await runDoctor(all, async () => ({ databaseUrl: all.DATABASE_URL }));
    // The findings never tell a password.
    expect(JSON.stringify(findings)).not.toContain(SECRET);
    return findings;
  };
  const look = async (part: string, env: Record<string, string> = {}) =>
    (await examine(env))
      .filter((finding) => finding.part === part)
      .map(({ state, words }) => `${state}: ${words}`)
      .join('\n');
  return { base, closes, examine, look };
};
