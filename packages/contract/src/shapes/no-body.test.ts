import { expect, test } from 'vitest';
import { NoBody } from './no-body.ts';

test.each([[undefined], [{}]])('%j is no body', (body) => {
  expect(NoBody.safeParse(body).success).toBe(true);
});

test.each([[null], [[]], [''], [{ reason: 'x' }]])('%j is a body', (body) => {
  expect(NoBody.safeParse(body).success).toBe(false);
});
