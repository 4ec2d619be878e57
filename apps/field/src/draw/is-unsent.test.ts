import { addStroke, emptySketch } from '@field-inspection/drawing';
import { expect, test } from 'vitest';
import { isUnsent } from './is-unsent.ts';

const empty = emptySketch({ width: 400, height: 300 });
const sketch = addStroke(empty, { tool: 'pen', color: '#1f2937', size: 4, points: [[1, 1]] });

test.each(['whiteboard', 'signature'])('a %s is unsent from its first stroke until it is stored', (name) => {
  expect(isUnsent(name, undefined)).toBe(false);
  expect(isUnsent(name, { sketch: empty, key: '1', more: 'Ada' })).toBe(false);
  expect(isUnsent(name, { sketch, key: '1' })).toBe(true);
  expect(isUnsent(name, { sketch, key: '1', isStored: true })).toBe(false);
});

test('a drawing on a photo is unsent once it is done', () => {
  expect(isUnsent('c0ffee', { sketch, key: '1' })).toBe(false);
  expect(isUnsent('c0ffee', { sketch, key: '1', more: { isDone: true } })).toBe(true);
});
