import { verifyWebhook } from '@field-inspection/sdk/webhooks';

export function createVerifier(secrets: string | string[]) {
  return (body: string | Uint8Array, headers: Record<string, string>) =>
    verifyWebhook({ body, headers, secrets }).type;
}
