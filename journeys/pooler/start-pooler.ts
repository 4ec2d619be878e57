import pg from 'pg';
import { spawn, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort } from '@field-inspection/server/testing/find-free-port';

export type Pooler = {
  port: number;
  ask: (command: string) => Promise<Record<string, string>[]>;
  close: () => Promise<void>;
};

const ADMIN = { user: 'pooler_admin', password: 'secret' };
const START_MS = 30_000;

/** `roles` are the roles that PgBouncer lets in, with their passwords. */
export const startPooler = async (
  program: string,
  { ini, roles }: { ini: string; roles: Record<string, string> },
): Promise<Pooler> => {
  const folder = await mkdtemp(join(tmpdir(), 'fis-pooler-'));
  await chmod(folder, 0o755);
  const users = Object.entries({ ...roles, [ADMIN.user]: ADMIN.password });
  await writeFile(
    join(folder, 'userlist.txt'),
    users.map(([role, password]) => `"${role}" "${password}"\n`).join(''),
  );
  const port = await findFreePort();
  await writeFile(
    join(folder, 'pgbouncer.ini'),
    ini
      .replace(/^listen_port = .*$/m, `listen_port = ${port}`)
      .replace(/^auth_file = .*$/m, `auth_file = ${join(folder, 'userlist.txt')}`)
      .concat(`\nadmin_users = ${ADMIN.user}\nunix_socket_dir =\n`),
  );
  // PgBouncer refuses to run as root.
  const asNobody = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const child = spawn(program, [...asNobody, join(folder, 'pgbouncer.ini')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  const exited = once(child, 'exit');
  const deadline = Date.now() + START_MS;
  while (!(await isOpen(port))) {
    if (child.exitCode !== null || Date.now() > deadline)
      throw new Error(`PgBouncer did not start:\n${said}`);
    await sleep(50);
  }
  return {
    port,
    ask: (command) => askConsole(port, command),
    close: async () => {
      child.kill('SIGKILL');
      await exited;
      await rm(folder, { recursive: true });
    },
  };
};

const isOpen = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });

const askConsole = async (port: number, command: string): Promise<Record<string, string>[]> => {
  const client = new pg.Client({ host: '127.0.0.1', port, database: 'pgbouncer', ...ADMIN });
  await client.connect();
  try {
    return (await client.query<Record<string, string>>(command)).rows;
  } finally {
    await client.end();
  }
};

/** script/fetch-pgbouncer unpacks it where the host has none that is new enough. */
const FETCHED = join(import.meta.dirname, '../../.toolchain/pgbouncer/pgbouncer');

/** Finds a version that keeps prepared statements over transactions; undefined where there is none. */
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
