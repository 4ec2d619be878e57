import { createPolarCore } from '@polar-sh/sdk/2026-10';
import { listCustomers } from '@polar-sh/sdk/2026-10/services/customers';

export function createReader(baseUrl: string) {
  const list = listCustomers(createPolarCore({ accessToken: 'key', baseUrl }));
  return async () => (await list({ limit: 10 })).items[0]?.id;
}
