import { expect, test } from 'vitest';
import { CreateSignatureBody } from './field-evidence.ts';

const sign = (strokes: readonly object[]) =>
  CreateSignatureBody.safeParse({
    name: 'Ada Lovelace',
    statement: 'I was there.',
    locale: 'en',
    drawing: { width: 600, height: 200, strokes },
  });

const pen = { tool: 'pen', color: '#1f2937', size: 4 };
const line = [
  [40, 120],
  [180, 60],
];

test.each<[string, object[], boolean]>([
  ['a line', [{ ...pen, points: line }], true],
  [
    'a line among others',
    [
      { ...pen, points: [[9, 9]] },
      { ...pen, points: line },
    ],
    true,
  ],
  ['nothing', [], false],
  ['a dot', [{ ...pen, points: [[40, 120]] }], false],
  ['a text', [{ ...pen, tool: 'text', text: 'Ada', points: [[40, 120]] }], false],
])('a signature is drawn: %s', (_title, strokes, isTaken) => {
  expect(sign(strokes).success).toBe(isTaken);
});
