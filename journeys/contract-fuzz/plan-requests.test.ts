import { expect, it } from 'vitest';
import { resolvePlan } from './known-things.ts';
import { OPERATIONS } from '../requests/operations.ts';
import { planRequests } from './plan-requests.ts';

it('a seed gives the same requests each time, and a longer run begins with those of a shorter one', () => {
  const [run, again, longer] = [700, 700, 1_100].map((count) => [...planRequests(7, count)]);
  expect(again).toEqual(run);
  expect(longer!.slice(0, 700)).toEqual(run);
  expect([...planRequests(8, 20)]).not.toEqual(run!.slice(0, 20));
});

it('2 000 requests call every route and every request of an upload, rightly and wrongly', () => {
  const plans = [...planRequests(8, 2_000)];
  const right = plans.filter(({ name, method }) =>
    OPERATIONS.some((operation) => operation.name === name && operation.method === method),
  );
  expect(new Set(right.map(({ name }) => name))).toEqual(new Set(OPERATIONS.map(({ name }) => name)));
  expect(right.length).toBeLessThan(plans.length);
  const holds = (text: string) =>
    plans.some(({ path, body }) => path.includes(text) || String(body).includes(text));
  expect(
    ['{{own.', '{{other.', '{{gone.', '%00', '__proto__', '\\ud800', '[[[['].filter((text) => !holds(text)),
  ).toEqual([]);
});

it('a request names what belongs together, and what another organisation has where it is told to', () => {
  const things = {
    own: [{ session_id: 'old', invite_id: 'old-invite' }, { session_id: 'new' }],
    other: { session_id: 'foreign' },
    keys: { full: 'key' },
  };
  const plan = {
    name: 'x',
    method: 'GET',
    body: null,
    pick: 0,
    twice: false,
    headers: { authorization: 'Bearer {{key.full}}' },
  };
  const resolve = (path: string) => resolvePlan({ ...plan, path }, things);
  expect(resolve('/{{own.session_id}}').path).toBe('/new');
  expect(resolve('/{{own.session_id}}/{{own.invite_id}}').path).toBe('/old/old-invite');
  expect(resolve('/{{other.session_id}}').path).toBe('/foreign');
  expect(resolve('/{{gone.session_id}}').path).toMatch(/^\/[0-9a-f-]{36}$/);
  expect(resolve('/').headers).toEqual({ authorization: 'Bearer key' });
});
