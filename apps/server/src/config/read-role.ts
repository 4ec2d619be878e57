import { ConfigError } from './read-config.ts';

export type Role = 'api' | 'worker' | 'all';

/** What the process does, from the command line: answer requests, run jobs, or both. */
export const readRole = (argument: string | undefined): Role => {
  const role = argument ?? 'all';
  if (role === 'api' || role === 'worker' || role === 'all') return role;
  throw new ConfigError(`There is no role ${role}. Usage: script/server [api|worker|all]`);
};
