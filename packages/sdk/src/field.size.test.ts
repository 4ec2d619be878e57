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

it('recordings cost a bundle at most 9 kB, 2 kB beside the field side, and nothing to who does not record', async () => {
  const [field, recordings, both] = await Promise.all(
    ['joinSession', 'openRecordings', 'joinSession, openRecordings'].map((names) =>
      bundle(names, 'field.ts'),
    ),
  );
  expect([field!.includes('wait for append'), recordings!.includes('wait for append')]).toEqual([
    false,
    true,
  ]);
  expect(gzipSize(recordings!)).toBeLessThanOrEqual(9_000);
  expect(gzipSize(both!) - gzipSize(field!)).toBeLessThanOrEqual(2_000);
});

it('runs in browsers: it imports nothing of Node.js', async () => {
  expect(await bundle('joinSession, openFieldSession, openRecordings', 'field.ts')).not.toMatch(
    /from\s*"|require\(|node:/,
  );
});
