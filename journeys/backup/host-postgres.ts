import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { chown, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { launchPostmaster } from '../../apps/server/src/demo/embedded-postgres/launch-postmaster.ts';
import { findPostgresUser, runAsUser } from '../../apps/server/src/demo/embedded-postgres/postgres-user.ts';

const run = promisify(execFile);
const NEEDED = ['initdb', 'postgres', 'pg_dump', 'pg_restore'];
const DEBIAN = '/usr/lib/postgresql';
const OLDEST = 15;

/** Finds the folder of the host's own PostgreSQL with its tools: the service's embedded one comes without pg_dump. */
export const findPostgresTools = (): string | undefined => {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).filter((name) => Number(name) >= OLDEST) : [];
  const folders = [
    ...versions
      .toSorted((one, other) => Number(other) - Number(one))
      .map((name) => join(DEBIAN, name, 'bin')),
    ...(process.env['PATH'] ?? '').split(delimiter),
  ];
  return folders.find((folder) => NEEDED.every((name) => existsSync(join(folder, name))));
};

/** Starts a PostgreSQL of the host's version on a folder of its own, which trusts everybody on this machine. */
export const startHostPostgres = async (tools: string) => {
  const location = await mkdtemp(join(tmpdir(), 'fis-host-postgres-'));
  const data = join(location, 'data');
  await mkdir(data, { mode: 0o700 });
  const user = await findPostgresUser(location);
  if (user) {
    await chown(location, user.uid, user.gid);
    await chown(data, user.uid, user.gid);
  }
  const args = ['-D', data, '-U', 'postgres', '--auth=trust', '-E', 'UTF8', '--locale=C', '--no-sync'];
  const { succeeded, stderr } = await runAsUser({ file: join(tools, 'initdb'), args, user });
  if (!succeeded) throw new Error(stderr);
  const postgres = join(tools, 'postgres');
  const postmaster = await launchPostmaster({ location, postgres, user, onExit: () => {} });
  return {
    urlOf: (role: string, database: string) =>
      `postgresql://${role}@127.0.0.1:${postmaster.port}/${database}`,
    /** Runs one of PostgreSQL's programs. */
    runTool: (name: string, ...argv: string[]) => run(join(tools, name), argv),
    stop: async () => {
      await postmaster.stop();
      await rm(location, { recursive: true });
    },
  };
};
