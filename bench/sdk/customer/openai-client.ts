import OpenAI from 'openai';

export function createReader(baseUrl: string) {
  const client = new OpenAI({ apiKey: 'key', baseURL: baseUrl });
  return async () => (await client.models.list()).data[0]?.id;
}
