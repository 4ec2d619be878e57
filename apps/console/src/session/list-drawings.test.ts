import { expect, it } from 'vitest';
import { listDrawings } from './list-drawings.ts';

const NONE = { whiteboard: null, version: null, status: 'ready' } as const;

it('what was drawn is each annotation and signature that is ready, and the last version of each sketch', () => {
  const photo = { ...NONE, kind: 'photo' as const };
  const annotation = { ...NONE, kind: 'annotation' as const };
  const begun = { ...NONE, kind: 'annotation' as const, status: 'pending' as const };
  const signature = { ...NONE, kind: 'signature' as const };
  const sketch = { ...NONE, kind: 'whiteboard' as const, whiteboard: 'w1' };
  const [first, second] = [
    { ...sketch, version: 1 },
    { ...sketch, version: 2 },
  ];
  const drawings = listDrawings([photo, first, annotation, begun, second, signature]);
  expect(drawings).toEqual([annotation, second, signature]);
});
