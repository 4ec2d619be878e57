import { IS_BUILT } from '../paths.ts';
import { ConfigError, type Config } from './read-config.ts';

const ROLES = ['api', 'worker', 'all'] as const;
export type Role = (typeof ROLES)[number];

const OWN_DATABASE = `Without DATABASE_URL it brings a database of its own, in demo mode, for this machine only.
To run it for real, set DATABASE_URL, BASE_URL, MASTER_KEYS and SMTP_URL.
Every setting is an environment variable: README.md, "Settings".

  PORT=4000 DATA_DIR=/var/lib/inspections script/server`;

const NO_DATABASE = `It needs a PostgreSQL: set DATABASE_URL, BASE_URL, MASTER_KEYS and SMTP_URL.
Every setting is an environment variable: README.md, "Settings". The steps are in docs/self-hosting.md.
`;

/** A build brings no database. */
export const describeUsage = (isBuilt: boolean): string => `Usage: script/server [api | worker | all]

  all      answers requests and runs jobs (default)
  api      answers requests only
  worker   runs jobs only: reports, webhooks, messages

${isBuilt ? NO_DATABASE : OWN_DATABASE}
  script/server --version
  script/admin --help     organisations and keys`;

export const USAGE = describeUsage(IS_BUILT);

/** @throws {ConfigError} naming the word that is no role */
export const readRole = (argument = 'all'): Role => {
  const role = ROLES.find((known) => known === argument);
  if (role) return role;
  throw new ConfigError(`There is no role ${JSON.stringify(argument)}.\n\n${USAGE}`);
};

/** The API and the worker may be two processes that share a database. */
export const requireShared = (role: Role, { embedded }: Pick<Config, 'embedded'>): void => {
  if (role === 'all' || !embedded) return;
  throw new ConfigError(
    `DATABASE_URL: is missing; set the same for script/server api and script/server worker, or run script/server without a role, which does both on a database of its own`,
  );
};
