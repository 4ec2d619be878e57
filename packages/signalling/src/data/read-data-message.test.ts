import { describe, expect, it } from 'vitest';
import { readFieldMessage, readOperatorMessage } from './read-data-message.ts';

const SHA256 = 'a'.repeat(64);
const taken = { type: 'still_taken', id: 's-1', sha256: SHA256, bytes: 1, width: 4032, height: 3024 };
const points = (count: number) => Array.from({ length: count }, () => ({ x: 0.5, y: 1 }));
const FROM_OPERATOR = [
  { type: 'still', id: 's-1' },
  { type: 'still', id: 's-1', slot: 'roof_north' },
  { type: 'pointer', x: 0, y: 1 },
  { type: 'pointer_away' },
  { type: 'stroke', id: 'l-1', points: points(256) },
  { type: 'clear' },
];
const FROM_FIELD = [taken, { type: 'still_refused', id: 's-1', reason: 'no_consent' }];

describe('what an operator says', () => {
  it.each(FROM_OPERATOR)('is read: $type', (message) => {
    expect(readOperatorMessage(JSON.stringify(message))).toEqual(message);
  });

  it.each([
    [
      { type: 'still' },
      { type: 'still', id: '' },
      { type: 'still', id: '<b>' },
      { type: 'still', id: 'a'.repeat(65) },
    ],
    [
      { type: 'still', id: 'a', slot: '../x' },
      { type: 'still', id: 'a', more: 1 },
      { type: 'still', id: 1 },
    ],
    [
      { type: 'pointer', x: 0 },
      { type: 'pointer', x: -0.1, y: 0 },
      { type: 'pointer', x: 0, y: 1.01 },
    ],
    [
      { type: 'pointer', x: '0', y: 0 },
      { type: 'pointer', x: null, y: 0 },
      { type: 'pointer', x: 0, y: 0, z: 0 },
    ],
    [
      { type: 'stroke', id: 'a', points: [] },
      { type: 'stroke', id: 'a', points: points(257) },
    ],
    [
      { type: 'stroke', id: 'a', points: [{ x: 0 }] },
      { type: 'stroke', id: 'a', points: [{ x: 0, y: 0, color: 'red' }] },
    ],
    [
      { type: 'stroke', points: points(1) },
      { type: 'stroke', id: 'a', points: [null] },
      { type: 'stroke', id: 'a', points: 'x' },
    ],
    [{ type: 'clear', id: 'a' }, { type: 'constructor' }, { type: '__proto__' }, {}, [], null, 7, 'still'],
    FROM_FIELD,
  ])('is dropped where it is not exactly that: %j', (...messages) => {
    expect(messages.map((message) => readOperatorMessage(JSON.stringify(message)))).toEqual(
      messages.map(() => undefined),
    );
  });

  it('is dropped where it is no text, no JSON, or too long', () => {
    const long = JSON.stringify({ type: 'clear' }) + ' '.repeat(16_384);
    const frames = [new ArrayBuffer(8), undefined, {}, '{', '', long, '{"type":"pointer","x":1e999,"y":0}'];
    expect(frames.map(readOperatorMessage)).toEqual(frames.map(() => undefined));
  });
});

describe('what a field person’s page says', () => {
  it.each(FROM_FIELD)('is read: $type', (message) => {
    expect(readFieldMessage(JSON.stringify(message))).toEqual(message);
  });

  it.each([
    [
      { ...taken, sha256: 'A'.repeat(64) },
      { ...taken, bytes: 0 },
      { ...taken, width: 1.5 },
      { ...taken, height: '1' },
    ],
    [
      { ...taken, id: undefined },
      { ...taken, url: 'https://example.com' },
    ],
    [
      { type: 'still_refused', id: 'a', reason: 'other' },
      { type: 'still_refused', id: 'a' },
    ],
    FROM_OPERATOR,
  ])('is dropped where it is not exactly that: %j', (...messages) => {
    expect(messages.map((message) => readFieldMessage(JSON.stringify(message)))).toEqual(
      messages.map(() => undefined),
    );
  });
});
