import { createPolar } from '@polar-sh/sdk/2026-10';

export function createReader(baseUrl: string) {
  const polar = createPolar({ accessToken: 'key', baseUrl });
  return async () => (await polar.customers.list({ limit: 10 })).items[0]?.id;
}
