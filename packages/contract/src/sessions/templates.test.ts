import { describe, expect, test } from 'vitest';
import { CreateTemplateBody, GetTemplateQuery, ListTemplatesQuery, UpdateTemplateBody } from './templates.ts';

const SHOT = { slot: 'roof', label: { en: 'The roof' } };
const pathsOf = (body: unknown) =>
  CreateTemplateBody.safeParse(body).error?.issues.map(({ path }) => path.join('.')) ?? [];

describe('the body that creates a template', () => {
  test('takes a name alone, and a type and shots', () => {
    expect(CreateTemplateBody.parse({ name: 'Roof' })).toEqual({ name: 'Roof' });
    const whole = { name: 'Roof', type: 'roof', shots: [SHOT] };
    expect(CreateTemplateBody.parse(whole)).toEqual({ ...whole, shots: [{ ...SHOT, required: true }] });
  });

  test.each([
    ['no name', {}, 'name'],
    ['an empty name', { name: '' }, 'name'],
    ['a name of 201 characters', { name: 'x'.repeat(201) }, 'name'],
    ['a type of 201 characters', { name: 'x', type: 'x'.repeat(201) }, 'type'],
    [
      '51 shots',
      { name: 'x', shots: Array.from({ length: 51 }, (_, n) => ({ ...SHOT, slot: `s${n}` })) },
      'shots',
    ],
    ['the same slot twice', { name: 'x', shots: [SHOT, SHOT] }, 'shots'],
    ['a version', { name: 'x', version: 2 }, ''],
  ])('refuses %s by name', (_, body, path) => {
    expect(pathsOf(body)).toEqual([path]);
  });
});

test('the body that changes a template may archive it, and needs nothing', () => {
  expect(UpdateTemplateBody.parse({})).toEqual({});
  expect(UpdateTemplateBody.parse({ archived: false })).toEqual({ archived: false });
  expect(UpdateTemplateBody.safeParse({ name: null }).success).toBe(false);
});

test('the list shows what is not archived unless it is asked for', () => {
  expect(ListTemplatesQuery.parse({})).toEqual({ limit: 25, archived: 'false' });
  expect(ListTemplatesQuery.safeParse({ archived: 'yes' }).success).toBe(false);
});

test.each(['0', '01', '1.0', '-1', '1e1', '9999999999', ''])('refuses the version %j', (version) => {
  expect(GetTemplateQuery.safeParse({ version }).success).toBe(false);
  expect(GetTemplateQuery.parse({ version: '12' })).toEqual({ version: 12 });
});
