import { openPolicy } from '@field-inspection/contract';
import { initContract } from '@ts-rest/core';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { selectPublicRoutes } from './select-public-routes.ts';

const c = initContract();
const route = (path: string, isPublic: boolean) =>
  c.query({
    method: 'GET',
    path,
    responses: { 200: z.object({}) },
    metadata: { ...openPolicy(), public: isPublic },
  });

test('public routes stay, others go, and so does a resource that has none left', () => {
  const shown = route('/shown', true);
  const mixed = { shown, hidden: route('/hidden', false) };
  const router = c.router({ mixed, inner: { hidden: route('/inner', false) } });
  const selected = selectPublicRoutes(router);
  expect(Object.keys(selected)).toEqual(['mixed']);
  expect(Object.keys(selected['mixed'] ?? {})).toEqual(['shown']);
});
