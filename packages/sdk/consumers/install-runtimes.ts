import { join } from 'node:path';
import { installWorkspace } from './install-workspace.ts';

export const NODE_VERSIONS = ['20', '22', '24'] as const;
export const TYPESCRIPT_VERSIONS = ['5.9', '6.0', '7.0'] as const;

const FOLDER = join(import.meta.dirname, 'runtimes');
const INSTALLED = join(FOLDER, 'node_modules');

export const nodeOf = (version: string) =>
  join(INSTALLED, `node-${version}-${process.platform}-${process.arch}`, 'bin/node');
export const typeScriptOf = (version: string) => join(INSTALLED, `typescript-${version}`, 'bin/tsc');
export const NPM = join(INSTALLED, 'npm/bin/npm-cli.js');

/** Downloads 150 MB from the npm registry, unless they are there. */
export const installRuntimes = () => installWorkspace(FOLDER);
