import { describe, expect, test } from 'vitest';
import { field, MAX_UNSENT_ITEMS, UpdateFieldSessionBody } from './field.ts';

describe('what a device says it still holds', () => {
  test.each([0, 1, MAX_UNSENT_ITEMS])('%j items can be held', (unsent_items) => {
    expect(UpdateFieldSessionBody.parse({ unsent_items })).toEqual({ unsent_items });
  });

  test.each([[-1], [0.5], [MAX_UNSENT_ITEMS + 1], ['3'], [null], [undefined], [Number.NaN]])(
    '%j is no number of items',
    (unsent_items) => {
      expect(UpdateFieldSessionBody.safeParse({ unsent_items }).success).toBe(false);
    },
  );

  test('nothing else of the session is the device’s to change', () => {
    expect(UpdateFieldSessionBody.safeParse({ unsent_items: 1, status: 'closed' }).success).toBe(false);
  });

  test('it is said under the bearer alone, as an idempotent write', () => {
    expect(`${field.update.method} ${field.update.path}`).toBe('PATCH /v1/field/session');
    expect(field.update.metadata).toMatchObject({ auth: 'field_session', scope: null, idempotent: true });
  });
});
