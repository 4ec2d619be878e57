import { FieldInspection } from '@field-inspection/sdk';

export function createReader(baseUrl: string) {
  const client = new FieldInspection({ apiKey: 'fis_key', baseUrl });
  return async () => (await client.sessions.list({ limit: 10 })).data[0]?.id;
}
