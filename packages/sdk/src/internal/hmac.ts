import { UsageError } from '../core/field-inspection-error.ts';

/** HMAC-SHA256 (RFC 2104) of the parts, one after the other, by node:crypto. */
export function computeHmac(
  key: string | Uint8Array,
  parts: readonly (string | Uint8Array)[],
  encoding: 'hex' | 'base64',
) {
  // Not imported: a bundle for another platform then needs no stand-in for it.
  const crypto = globalThis.process?.getBuiltinModule?.('node:crypto');
  if (!crypto) {
    throw new UsageError('Without node:crypto (Node.js 20.16) use verifyWebhookAsync');
  }
  const hmac = crypto.createHmac('sha256', key);
  for (const part of parts) hmac.update(part);
  return hmac.digest(encoding);
}
