import { Svix } from 'svix';

export function createReader(baseUrl: string) {
  const svix = new Svix('key', { serverUrl: baseUrl });
  return async () => (await svix.application.list({ limit: 10 })).data[0]?.id;
}
