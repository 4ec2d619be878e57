import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export function readKnownTimestamp(): { token: Uint8Array; root: Uint8Array; digest: Uint8Array } {
  const read = (name: string) => new Uint8Array(readFileSync(join(import.meta.dirname, name)));
  const digest = Buffer.from('2722eb9e0d99d1daad127a8e25ab37ec6d1bc76e89208cd50158b58f61a291ab', 'hex');
  return { token: read('token.der'), root: read('root.der'), digest: new Uint8Array(digest) };
}
