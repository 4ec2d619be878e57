import { addStroke, emptySketch } from '@field-inspection/drawing';
import { expect, test } from 'vitest';
import { isUnsent } from './keep-draft.ts';

const empty = emptySketch({ width: 400, height: 300 });
const sketch = addStroke(empty, { tool: 'pen', color: '#1f2937', size: 4, points: [[1, 1]] });

test('a drawing is unsent from its first stroke until it is stored', () => {
  expect(isUnsent(undefined)).toBe(false);
  expect(isUnsent({ sketch: empty })).toBe(false);
  expect(isUnsent({ sketch })).toBe(true);
  expect(isUnsent({ sketch, isStored: true })).toBe(false);
});
