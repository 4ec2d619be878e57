import { expect, test } from 'vitest';
import { countPhotos } from './count-photos.ts';

test('what was refused is counted for itself: neither as still to be sent, nor as stored', () => {
  const states = ['held', 'waiting', 'uploading', 'stored', 'refused', 'refused'] as const;
  const items = states.map((state) => ({ kind: 'photo' as const, state }));
  expect(countPhotos(items)).toEqual({ unsent: 3, refused: 2, stored: 1 });
});

test('drawings are no photos', () => {
  expect(countPhotos([{ kind: 'signature', state: 'stored' }])).toEqual({ unsent: 0, refused: 0, stored: 0 });
});
