import { ConfigError, type Config } from './read-config.ts';

export type Role = 'api' | 'worker' | 'all';

export const USAGE = `Usage: script/server [api | worker | all]

  all      answers requests and runs jobs (default)
  api      answers requests only
  worker   runs jobs only: reports, webhooks, messages

Without DATABASE_URL a checkout brings a database of its own, in demo mode, for this machine only.
To run it for real, set DATABASE_URL, BASE_URL, MASTER_KEYS and SMTP_URL.
Every setting is an environment variable: README.md, "Settings".

  PORT=4000 DATA_DIR=/var/lib/inspections script/server
  script/server --version
  script/admin --help     organisations and keys`;

/** The API and the worker may be two processes that share a database. */
export const readRole = (argument: string | undefined, { embedded }: Pick<Config, 'embedded'>): Role => {
  const role = argument ?? 'all';
  if (role === 'all') return role;
  if (role === 'api' || role === 'worker') {
    if (!embedded) return role;
    throw new ConfigError(
      `DATABASE_URL: is missing; set the same for script/server api and script/server worker, or run script/server without a role, which does both on a database of its own`,
    );
  }
  throw new ConfigError(`There is no role ${role}.\n\n${USAGE}`);
};
