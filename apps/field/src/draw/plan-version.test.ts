import { emptySketch } from '@field-inspection/drawing';
import { expect, test } from 'vitest';
import { planVersion } from './plan-version.ts';

const drawing = emptySketch({ width: 400, height: 300 });

test('the first version is a new whiteboard, and each further one follows the one that is known', () => {
  expect(planVersion(undefined, drawing)).toEqual({ method: 'POST', path: 'whiteboards', body: { drawing } });
  expect(planVersion({ id: 'board', version: 2 }, drawing)).toEqual({
    method: 'PATCH',
    path: 'whiteboards/board',
    body: { version: 2, drawing },
  });
});
