import { FieldInspection } from '../client.ts';
import type { ClientOptions } from '../requests/options.ts';
import { createFakeFetch, type FakeReply } from './fake-fetch.ts';
import { createFakeRuntime } from './fake-runtime.ts';

export function createTestClient(replies: readonly FakeReply[], options: ClientOptions = {}) {
  const { fetch, requests } = createFakeFetch(...replies);
  const { runtime, sleeps } = createFakeRuntime();
  const client = new FieldInspection({
    apiKey: 'fis_secret',
    baseUrl: 'https://api.example.com',
    fetch,
    runtime,
    ...options,
  });
  return { client, requests, sleeps };
}
