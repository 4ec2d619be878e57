import { expect, test } from 'vitest';
import { describeItem } from './upload-item.ts';

const ITEM = { mime: 'image/jpeg', sha256: 'a', capturedAt: '2026-11-26T10:00:00.000Z' };

test('an item says its type, hash and time, and its shot and location where it has them', () => {
  expect(describeItem({ ...ITEM, slot: undefined, place: undefined })).toEqual({
    filetype: 'image/jpeg',
    sha256: 'a',
    captured_at: '2026-11-26T10:00:00.000Z',
  });
  const location = { lat: 45.46420001, lon: -0.00000001, accuracy: 1_500_000 };
  expect(describeItem({ ...ITEM, slot: 'roof', place: location })).toMatchObject({
    slot: 'roof',
    lat: '45.4642000',
    lon: '-0.0000000',
    accuracy: '100000.0',
  });
});
