import { expect, it } from 'vitest';
import { bundle, gzipSize } from './testing/bundle.ts';

const PARTS = ['/v1/field', 'tus-resumable', 'content-digest', 'x-join-otp'];

it('nothing of the field side is in a bundle of the client', async () => {
  const field = await bundle('joinSession', 'field.ts');
  const client = await bundle('FieldInspection', 'index.ts');
  for (const part of PARTS)
    expect([part, field.includes(part), client.includes(part)]).toEqual([part, true, false]);
});

it('costs a bundle at most 12 kB, and has no operation of a key’s in it', async () => {
  const field = await bundle('joinSession', 'field.ts');
  expect(gzipSize(field)).toBeLessThanOrEqual(12_000);
  expect(field).not.toContain('/participants');
});

it('runs in browsers: it imports nothing of Node.js', async () => {
  expect(await bundle('joinSession, openFieldSession', 'field.ts')).not.toMatch(/from\s*"|require\(|node:/);
});
