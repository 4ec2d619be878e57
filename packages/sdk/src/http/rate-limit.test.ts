import { expect, it } from 'vitest';
import { createTestClient } from '../testing/create-test-client.ts';
import { disconnect, json, problem } from '../testing/fake-fetch.ts';
import { page } from '../testing/fake-list.ts';

const told = (remaining: number) => ({
  'x-ratelimit-limit': '60',
  'x-ratelimit-remaining': String(remaining),
  'x-ratelimit-reset': '1795176060',
});
const read = (remaining: number) => ({ limit: 60, remaining, reset: new Date(1_795_176_060_000) });

it('client.rateLimit is null before the first reply, then what the last one told', async () => {
  const { client } = createTestClient([json({}, { headers: told(59) }), json({}, { headers: told(58) })]);
  expect(client.rateLimit).toBeNull();
  await client.sessions.get('ses_1');
  expect(client.rateLimit).toEqual(read(59));
  await client.sessions.get('ses_1');
  expect(client.rateLimit).toEqual(read(58));
});

it('client.rateLimit is told by refusals too, and stays over replies that tell none', async () => {
  const replies = [problem(429, 'rate_limited', told(0)), disconnect, json({})];
  const { client } = createTestClient(replies);
  await client.sessions.get('ses_1');
  expect(client.rateLimit).toEqual(read(0));
  expect(client.withOptions({}).rateLimit).toBeNull();
});

it('page.rateLimit is that of the page’s own reply', async () => {
  const replies = [json(page([], 'a'), { headers: told(9) }), json(page([], null))];
  const { client } = createTestClient(replies);
  const first = await client.sessions.list();
  const second = await first.getNextPage();
  expect([first.rateLimit, second?.rateLimit]).toEqual([read(9), null]);
});
