import OpenAI from 'openai';

export function createVerifier(webhookSecret: string) {
  const { webhooks } = new OpenAI({ apiKey: 'key', webhookSecret });
  return async (body: string, headers: Record<string, string>) => (await webhooks.unwrap(body, headers)).type;
}
