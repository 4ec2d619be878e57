import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Statements per second of pgbench, prepared; undefined where there is no pgbench. */
export const runPgbench = (
  databaseUrl: string,
  { statement, atOnce, seconds }: { statement: string; atOnce: number; seconds: number },
): number | undefined => {
  const directory = mkdtempSync(join(tmpdir(), 'fis-pgbench-'));
  const script = join(directory, 'script.sql');
  writeFileSync(script, `${statement.replaceAll(/\s+/g, ' ')};\n`);
  const args = ['-n', '-M', 'prepared', '-c', `${atOnce}`, '-T', `${Math.max(1, Math.round(seconds))}`];
  try {
    const output = execFileSync('pgbench', [...args, '-f', script, databaseUrl], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    return Number(/^tps = ([\d.]+)/m.exec(output)?.[1]);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  } finally {
    rmSync(directory, { recursive: true });
  }
};

/** A query with its values in it. */
export const fillInValues = (text: string, values: string[]): string =>
  values.reduceRight((filled, value, index) => filled.replaceAll(`$${index + 1}`, `'${value}'`), text);
