import { expect, test } from 'vitest';
import { judgePhoto } from './judge-drawing.ts';

test('a drawing goes once its photo is stored, and not where the photo never will be', () => {
  const receipt = { evidenceId: 'photo', sha256: '', sequence: 1 };
  expect(judgePhoto({ state: 'stored', receipt })).toEqual({ evidence: 'photo' });
  expect(judgePhoto({ state: 'waiting' })).toBe('on its way');
  expect(judgePhoto({ state: 'uploading' })).toBe('on its way');
  expect(judgePhoto({ state: 'refused', reason: 'ended' })).toEqual({ trouble: 'ended' });
  expect(judgePhoto({ state: 'refused', reason: 'damaged' })).toEqual({ trouble: 'refused' });
});
