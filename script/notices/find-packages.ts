import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';

export type Package = { name: string; version: string; license: string; holder: string; texts: string[] };

type Manifest = {
  name: string;
  version: string;
  license?: string;
  author?: string | { name?: string };
  dependencies?: Record<string, string>;
};

/** With `deep`, all that the packages depend on, too; each once, by name. */
export function findPackages(folders: readonly string[], deep: boolean): Package[] {
  const found = new Map<string, Package>();
  for (const folder of folders) collect(realpathSync(folder), deep, found);
  return [...found.values()].sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
}

export const nameOf = ({ name, version }: Pick<Package, 'name' | 'version'>): string => `${name} ${version}`;

const collect = (folder: string, deep: boolean, found: Map<string, Package>): void => {
  if (found.has(folder)) return;
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
  found.set(folder, readPackage(folder, manifest));
  if (!deep) return;
  // Optional dependencies are left out: the machine decides which are installed.
  for (const name of Object.keys(manifest.dependencies ?? {})) {
    const dependency = findDependency(folder, name);
    if (dependency !== undefined) collect(dependency, deep, found);
  }
};

const readPackage = (folder: string, { name, version, license, author }: Manifest): Package => ({
  name,
  version,
  license: license ?? 'no licence named',
  holder: (typeof author === 'string' ? author : author?.name) ?? `the authors of ${name}`,
  texts: readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && /^(licen[cs]e|copying|notice)/i.test(entry.name))
    .map((entry) => readFileSync(join(folder, entry.name), 'utf8')),
});

const findDependency = (folder: string, name: string): string | undefined => {
  const candidate = join(folder, 'node_modules', name);
  if (existsSync(join(candidate, 'package.json'))) return realpathSync(candidate);
  return dirname(folder) === folder ? undefined : findDependency(dirname(folder), name);
};
