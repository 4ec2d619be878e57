import type { CollectionDefinition, ItemDefinition, RequestDefinition } from 'postman-collection';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../testing/start-test-server.ts';
import { readChapters } from '../reference/read-operations.ts';
import { buildCollection } from './build-collection.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

// The compiler holds the collection to Postman's own definition.
const read = (): CollectionDefinition => buildCollection(server.baseUrl);

const listItems = ({ item = [] }: CollectionDefinition): (ItemDefinition & { request: Filled })[] =>
  item.flatMap((folder) => (folder as unknown as { item: (ItemDefinition & { request: Filled })[] }).item);

type Filled = Omit<RequestDefinition, 'header' | 'url' | 'body' | 'auth' | 'method'> & {
  url: { raw: string; variable: { key: string }[]; query: { disabled?: boolean }[] };
  method: string;
  header: { key: string; value: string; disabled?: boolean }[];
  body?: { mode: string; raw?: string };
  auth?: { type: string };
};

const send = ({ method, url, header, body, auth }: Filled) => {
  const address = url.raw
    .replace('{{baseUrl}}', server.baseUrl)
    .replace(/:(\w+)(?=\/|$)/g, (whole, name: string) =>
      url.variable.some(({ key }) => key === name) ? '019a9f6e-3c0a-7bd2-8c11-5d2f0f6d9a01' : whole,
    );
  const sent = header
    .filter(({ disabled }) => !disabled)
    .map(({ key, value }): [string, string] => [key, value]);
  const key: [string, string][] = auth ? [] : [['Authorization', `Bearer ${server.seed.apiKey}`]];
  return fetch(address, {
    method,
    headers: [...sent, ...key],
    ...(body?.raw && { body: body.raw.replaceAll('{{$isoTimestamp}}', new Date().toISOString()) }),
  });
};

it('has every operation, once, and no key', () => {
  const names = listItems(read()).map(({ name }) => name);
  const summaries = readChapters()
    .flatMap(({ operations }) => operations)
    .filter(({ method }) => method !== 'EVENT')
    .map(({ summary }) => summary);
  expect(names).toEqual(summaries);
  // The example of a leaked key opens nothing.
  expect(JSON.stringify(read()).replace(/fis_0{32}\w{6}/, '')).not.toContain('fis_');
  expect(read().variable?.find((one) => 'key' in one && one.key === 'key')).toMatchObject({ value: '' });
});

it('each request comes to its route, in the form that the route takes', async () => {
  const refusals: string[] = [];
  for (const { name, request } of listItems(read())) {
    const answer = await send(request);
    const text = await answer.text();
    // A 404 may say that nobody has the id; the path exists.
    const isUnknown = [405, 406, 415, 500].includes(answer.status) || text.includes('There is no such path');
    if (isUnknown) refusals.push(`${name}: ${answer.status} ${text}`);
  }
  expect(refusals).toEqual([]);
});

it('the first Send of what creates works as it is', async () => {
  const items = listItems(read());
  for (const name of ['Create a session', 'Create a campaign', 'List sessions']) {
    const answer = await send(items.find((item) => item.name === name)!.request);
    expect([name, answer.ok]).toEqual([name, true]);
  }
});
