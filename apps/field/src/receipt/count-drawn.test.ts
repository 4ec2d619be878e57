import { expect, it } from 'vitest';
import { countDrawn } from './describe-stored.ts';

it('drawings are counted by their kind, all versions of a whiteboard as one, and photos not', () => {
  expect(countDrawn([{ kind: 'photo' }])).toEqual({});
  const versions = [
    { kind: 'whiteboard', whiteboard: 'one' },
    { kind: 'whiteboard', whiteboard: 'one' },
    { kind: 'whiteboard', whiteboard: 'other' },
  ] as const;
  expect(countDrawn([...versions, { kind: 'signature' }, { kind: 'annotation' }])).toEqual({
    whiteboard: 2,
    signature: 1,
    annotation: 1,
  });
});
