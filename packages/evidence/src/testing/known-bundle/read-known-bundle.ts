import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A bundle of version 1 as it was written before there were others, and the root of its authority, whose key is gone. */
export function readKnownBundle(): { bundle: Uint8Array; root: string } {
  const read = (name: string) => readFileSync(join(import.meta.dirname, name));
  return { bundle: new Uint8Array(read('version-1.zip')), root: read('root.pem').toString() };
}
