import { readFileSync } from 'node:fs';

const SERVER = new URL('../../apps/server/node_modules/', import.meta.url);

/** As the server has it installed. */
export const readPackageVersion = (name: string): string =>
  (JSON.parse(readFileSync(new URL(`${name}/package.json`, SERVER), 'utf8')) as { version: string }).version;
