import { Webhook } from 'standardwebhooks';

export function createVerifier(secret: string) {
  const webhook = new Webhook(secret);
  return (body: string, headers: Record<string, string>) =>
    (webhook.verify(body, headers) as { type: string }).type;
}
