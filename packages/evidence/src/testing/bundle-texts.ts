import { createHash } from 'node:crypto';

const encoder = new TextEncoder();

export function writeChain(entries: readonly unknown[]): Uint8Array {
  return encoder.encode(entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
}

export function writeManifest(manifest: unknown): Uint8Array {
  return encoder.encode(JSON.stringify(manifest, null, 2));
}

export function writeJson(value: unknown): Uint8Array {
  return encoder.encode(JSON.stringify(value));
}

export function hash(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
