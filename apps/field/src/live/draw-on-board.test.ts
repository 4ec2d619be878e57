import { describe, expect, it } from 'vitest';
import type { OperatorMessage } from '@field-inspection/signalling';
import { drawOnBoard, EMPTY_BOARD, keepOnBoard } from './draw-on-board.ts';

const draw = (...said: [string, OperatorMessage][]) =>
  said.reduce((board, [from, message]) => drawOnBoard(board, from, message), EMPTY_BOARD);
const stroke = (id: string, count: number, x = 0): OperatorMessage => ({
  type: 'stroke',
  id,
  points: Array.from({ length: count }, () => ({ x, y: 0 })),
});

describe('drawOnBoard', () => {
  it('has one pointer for each operator, where it was last', () => {
    const { pointers } = draw(
      ['a', { type: 'pointer', x: 0, y: 0 }],
      ['b', { type: 'pointer', x: 1, y: 1 }],
      ['a', { type: 'pointer', x: 0.5, y: 0.5 }],
      ['b', { type: 'pointer_away' }],
    );
    expect(pointers).toEqual([{ from: 'a', x: 0.5, y: 0.5 }]);
  });

  it('makes a line longer, and keeps those of two operators apart though their ids are the same', () => {
    const { lines } = draw(['a', stroke('1', 2)], ['b', stroke('1', 1)], ['a', stroke('1', 3)]);
    expect(lines.map(({ from, points }) => [from, points.length])).toEqual([
      ['a', 5],
      ['b', 1],
    ]);
  });

  it('clears the lines, not the pointers', () => {
    const board = draw(
      ['a', stroke('1', 2)],
      ['a', { type: 'pointer', x: 0, y: 0 }],
      ['a', { type: 'clear' }],
    );
    expect([board.lines.length, board.pointers.length]).toEqual([0, 1]);
  });

  it('is no more than a phone can draw, whatever is said', () => {
    const many = draw(
      ...Array.from({ length: 300 }, (_, at): [string, OperatorMessage] => ['a', stroke(`${at}`, 256)]),
    );
    const count = many.lines.reduce((sum, { points }) => sum + points.length, 0);
    expect(count).toBeLessThanOrEqual(4_000);
    expect(many.lines.at(-1)!.id).toBe('299');
    const long = draw(
      ...Array.from({ length: 40 }, (): [string, OperatorMessage] => ['a', stroke('1', 256)]),
    );
    expect(long.lines[0]!.points).toHaveLength(4_000);
    const short = draw(
      ...Array.from({ length: 300 }, (_, at): [string, OperatorMessage] => ['a', stroke(`${at}`, 1)]),
    );
    expect(short.lines).toHaveLength(100);
  });

  it('draws nothing of a request for a photo', () => {
    expect(draw(['a', { type: 'still', id: '1' }])).toBe(EMPTY_BOARD);
  });
});

describe('keepOnBoard', () => {
  it('takes away what those have drawn who are gone', () => {
    const board = draw(['a', stroke('1', 1)], ['b', stroke('1', 1)], ['b', { type: 'pointer', x: 0, y: 0 }]);
    expect(keepOnBoard(board, ['a', 'b'])).toBe(board);
    expect(keepOnBoard(board, ['a'])).toEqual({ pointers: [], lines: board.lines.slice(0, 1) });
  });
});
