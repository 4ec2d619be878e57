import { contract, openPolicy, c } from '@field-inspection/contract';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { buildDocument, selectPublicRoutes, serializeDocument } from './build-document.ts';

describe('routes that are not public', () => {
  const hidden = c.query({
    method: 'GET',
    path: '/v1/hidden/:hidden_id',
    responses: { 200: z.object({ a: z.string() }).meta({ id: 'HiddenThing' }) },
    metadata: { ...openPolicy(), public: false },
  });

  test('leave no trace, neither path nor schema', async () => {
    const router = { ...contract, sessions: { ...contract.sessions, hidden } };
    expect(serializeDocument(await buildDocument(router))).toBe(
      serializeDocument(await buildDocument(contract)),
    );
  });

  test('show as soon as they are public', async () => {
    const shown = { ...hidden, summary: 'Shown', description: 'Shown.', metadata: openPolicy() };
    const router = { ...contract, sessions: { ...contract.sessions, shown } };
    const bytes = serializeDocument(await buildDocument(router));
    expect(bytes).toContain('/v1/hidden/{hidden_id}');
    expect(bytes).toContain('"HiddenThing"');
  });
});

test('public routes stay, others go, and so does a resource that has none left', () => {
  const route = (path: string, isPublic: boolean) =>
    c.query({
      method: 'GET',
      path,
      responses: { 200: z.object({}) },
      metadata: { ...openPolicy(), public: isPublic },
    });
  const shown = route('/shown', true);
  const mixed = { shown, hidden: route('/hidden', false) };
  const router = c.router({ mixed, inner: { hidden: route('/inner', false) } });
  const selected = selectPublicRoutes(router);
  expect(Object.keys(selected)).toEqual(['mixed']);
  expect(Object.keys(selected['mixed'] ?? {})).toEqual(['shown']);
});
