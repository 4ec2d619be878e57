import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOTS = { 1: 'root.pem', 2: 'root-2.pem' };

/** The bundle was written before verifiers changed; its authority's key is gone, the root is here. */
export function readKnownBundle(version: 1 | 2 = 1): { bundle: Uint8Array; root: string } {
  const read = (name: string) => readFileSync(join(import.meta.dirname, name));
  return { bundle: new Uint8Array(read(`version-${version}.zip`)), root: read(ROOTS[version]).toString() };
}
