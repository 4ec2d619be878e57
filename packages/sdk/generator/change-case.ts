/** `webhookEndpoints` → `WebhookEndpoints`. */
export const toPascal = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

/** `WebhookEndpoint` → `webhookEndpoint`, `session_id` → `sessionId`. */
export const toCamel = (name: string): string =>
  (name.charAt(0).toLowerCase() + name.slice(1)).replace(/_(\w)/g, (_, letter: string) =>
    letter.toUpperCase(),
  );

/** `webhookEndpoints` → `webhook-endpoints`. */
export const toKebab = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
