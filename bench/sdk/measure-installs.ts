import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Library } from './libraries.ts';
import type { Customer } from './open-customer.ts';

type Manifest = { version: string; license?: string; dependencies?: Record<string, string> };

export type Install = {
  version: string;
  license: string;
  totalBytes: number;
  mapBytes: number;
  dependencies: number;
};

export const measureInstall = ({ directory }: Customer, { packageName }: Library): Install => {
  const folders = new Set<string>();
  collect(join(directory, 'node_modules', packageName), folders);
  const files = [...folders].flatMap(listFiles);
  const { version, license } = readManifest(join(directory, 'node_modules', packageName));
  return {
    version,
    license: license ?? 'none named',
    totalBytes: addSizes(files),
    mapBytes: addSizes(files.filter((file) => file.endsWith('.map'))),
    dependencies: folders.size - 1,
  };
};

const collect = (link: string, folders: Set<string>): void => {
  const folder = realpathSync(link);
  if (folders.has(folder)) return;
  folders.add(folder);
  for (const name of Object.keys(readManifest(folder).dependencies ?? {}))
    collect(findPackage(name, folder), folders);
};

const readManifest = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;

/** Looks in the node_modules of each folder upwards, as Node.js does. */
const findPackage = (name: string, folder: string): string => {
  const candidate = join(folder, 'node_modules', name);
  if (existsSync(candidate)) return candidate;
  if (dirname(folder) === folder) throw new Error(`${name} is not installed`);
  return findPackage(name, dirname(folder));
};

const listFiles = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

const addSizes = (files: readonly string[]): number =>
  files.reduce((sum, file) => sum + statSync(file).size, 0);
