import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOTS = { 1: 'root.pem', 2: 'root-2.pem' };

/** Reads a bundle written before verifiers changed, and the root of its authority, whose key is gone. */
export function readKnownBundle(version: 1 | 2 = 1): { bundle: Uint8Array; root: string } {
  const read = (name: string) => readFileSync(join(import.meta.dirname, name));
  return { bundle: new Uint8Array(read(`version-${version}.zip`)), root: read(ROOTS[version]).toString() };
}
