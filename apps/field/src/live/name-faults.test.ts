import { expect, test } from 'vitest';
import { nameFaults } from './live-screen.tsx';

test('says of each source what is wrong with it, and nothing of one that works or is not wanted', () => {
  expect(nameFaults({})).toEqual([]);
  expect(nameFaults({ camera: 'missing', microphone: undefined })).toEqual(['field.live.camera_missing']);
  expect(nameFaults({ camera: 'in_use', microphone: 'missing' })).toEqual([
    'field.live.camera_in_use',
    'field.live.microphone_missing',
  ]);
});

test('says in one sentence that there is neither, and that the browser gives none', () => {
  expect(nameFaults({ camera: 'missing', microphone: 'missing' })).toEqual(['field.live.nothing_found']);
  expect(nameFaults({ camera: 'unsupported', microphone: 'unsupported' })).toEqual([
    'field.refused.unsupported_browser',
  ]);
});
