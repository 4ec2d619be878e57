import { webhooks } from '@polar-sh/sdk/2026-10';

export function createVerifier(secret: string) {
  return async (body: string | Uint8Array, headers: Record<string, string>) =>
    (await webhooks.validateEvent(body, headers, secret)).type;
}
