import { UsageError } from '../../errors/field-inspection-error.ts';

/** SHA-256 in hexadecimal, by node:crypto. */
export function digestFakeBytes(bytes: string | Uint8Array): string {
  const crypto = globalThis.process?.getBuiltinModule?.('node:crypto');
  if (!crypto) throw new UsageError('No node:crypto: the fake makes evidence and chains in Node.js only');
  return crypto.createHash('sha256').update(bytes).digest('hex');
}
