import { Webhook } from 'svix';

export function createVerifier(secret: string) {
  const webhook = new Webhook(secret);
  return (body: string, headers: Record<string, string>) => {
    webhook.verify(body, headers);
    // Since 2.0, svix no longer returns the event.
    return (JSON.parse(body) as { type: string }).type;
  };
}
