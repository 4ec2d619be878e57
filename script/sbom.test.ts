import { execFile } from 'node:child_process';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { Ajv } from 'ajv';
import formats from 'ajv-formats';
import { beforeAll, describe, expect, it } from 'vitest';

const SERVER = join(import.meta.dirname, '../apps/server');

/** MIT. tus-js-client needs it in Node.js only, and neither the server nor a browser runs that part. */
const IN_ITS_README = ['combine-errors@3.0.3'];

type Component = {
  name: string;
  group?: string;
  version: string;
  licenses?: unknown[];
  externalReferences?: { type: string; hashes?: { alg: string; content: string }[] }[];
};
type Sbom = { components: Component[]; metadata: { component: Component } };

let sbom: Sbom;
beforeAll(async () => {
  await promisify(execFile)(join(import.meta.dirname, 'pnpm'), ['build'], { cwd: SERVER });
  sbom = JSON.parse(await readFile(join(SERVER, 'dist/sbom.cdx.json'), 'utf8')) as Sbom;
});

describe('the SBOM that the build makes', () => {
  it('is CycloneDX 1.6 by its schema', () => {
    const isSbom = compileSchema();
    isSbom(sbom);
    expect(isSbom.errors).toBeNull();
    expect(isSbom({ ...sbom, specVersion: 'x', components: [{ name: 'y' }] })).toBe(false);
  });

  it('lists every package that the server runs on, with its version', () => {
    const installed = listInstalled(SERVER);
    expect(installed.size).toBeGreaterThan(300);
    const listed = new Set(sbom.components.map(titleOf));
    expect([...installed].filter((title) => !listed.has(title))).toEqual([]);
  });

  it('lists what browsers run of the field application', () => {
    const names = sbom.components.map(titleOf);
    for (const name of [
      'preact',
      '@preact/signals',
      '@preact/signals-core',
      'idb',
      'perfect-freehand',
      'tus-js-client',
    ])
      expect(names.filter((each) => each.startsWith(`${name}@`))).toHaveLength(1);
  });

  it('lists what the explorer was built of, which is not installed beside it', () => {
    const names = sbom.components.map(titleOf);
    for (const name of ['vue', '@scalar/api-client', 'fuse.js'])
      expect(names.filter((each) => each.startsWith(`${name}@`))).not.toEqual([]);
    expect(names.filter((each) => each.includes('explorer-parts'))).toEqual([]);
  });

  it('lists no package that only tests and tools use, and of each of others its licence and hash', () => {
    const names = sbom.components.map(titleOf);
    for (const tool of ['vitest', 'eslint', 's3rver', 'fast-check'])
      expect(names.filter((name) => name.startsWith(`${tool}@`))).toEqual([]);
    const others = sbom.components.filter(({ group }) => group !== '@field-inspection');
    expect(others.filter(({ licenses = [] }) => licenses.length === 0).map(titleOf)).toEqual(IN_ITS_README);
    expect(others.filter((component) => !hasHash(component)).map(titleOf)).toEqual([]);
  });
});

const titleOf = ({ group, name, version }: Component): string =>
  `${group === undefined ? '' : `${group}/`}${name}@${version}`;

const hasHash = ({ externalReferences = [] }: Component): boolean =>
  externalReferences.some(({ type, hashes }) => type === 'distribution' && hashes?.[0]?.alg === 'SHA-512');

/**
 * Lists a package's installed dependencies as Node.js finds them, independently of the lockfile, from which the SBOM is
 * made.
 */
const listInstalled = (folder: string, found = new Set<string>()): Set<string> => {
  const { dependencies = {} } = readManifest(folder);
  for (const name of Object.keys(dependencies)) {
    const dependency = findDependency(folder, name);
    const { version } = readManifest(dependency);
    if (found.has(`${name}@${version}`)) continue;
    found.add(`${name}@${version}`);
    listInstalled(dependency, found);
  }
  return found;
};

type Manifest = { version: string; dependencies?: Record<string, string> };
const readManifest = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;

const findDependency = (folder: string, name: string): string => {
  const candidate = join(folder, 'node_modules', name);
  if (existsSync(join(candidate, 'package.json'))) return realpathSync(candidate);
  if (dirname(folder) === folder) throw new Error(`${name} is not installed`);
  return findDependency(dirname(folder), name);
};

const compileSchema = () => {
  const library = createRequire(import.meta.url).resolve('@cyclonedx/cyclonedx-library/package.json');
  const read = (name: string) =>
    JSON.parse(
      readFileSync(join(dirname(library), `res/schema/${name}.SNAPSHOT.schema.json`), 'utf8'),
    ) as object;
  const ajv = new Ajv({ strict: false });
  formats.default(ajv);
  // Addresses beyond ASCII don't concern this test.
  for (const format of ['iri-reference', 'idn-email']) ajv.addFormat(format, true);
  for (const name of ['spdx', 'jsf-0.82'])
    ajv.addSchema(read(name), `http://cyclonedx.org/schema/${name}.SNAPSHOT.schema.json`);
  return ajv.compile(read('bom-1.6'));
};
