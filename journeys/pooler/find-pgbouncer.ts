import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

/** What script/fetch-pgbouncer unpacks where the host has none that is new enough. */
const FETCHED = join(import.meta.dirname, '../../.toolchain/pgbouncer/pgbouncer');

/** PgBouncer in a version that keeps prepared statements over transactions; undefined where there is none. */
export const findPgbouncer = (): string | undefined =>
  [process.env['PGBOUNCER_PATH'], FETCHED, 'pgbouncer'].find(isNewEnough);

const isNewEnough = (program: string | undefined): boolean => {
  const [, major, minor] = /^PgBouncer (\d+)\.(\d+)/.exec(program ? readVersion(program) : '') ?? [];
  return Number(major) > 1 || Number(minor) >= 21;
};

const readVersion = (program: string): string => {
  try {
    return execFileSync(program, ['--version'], { encoding: 'utf8' });
  } catch {
    return '';
  }
};
