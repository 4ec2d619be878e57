import type { DataMessage, Point } from '@field-inspection/signalling';

export type Board = {
  pointers: readonly ({ from: string } & Point)[];
  lines: readonly { from: string; id: string; points: readonly Point[] }[];
};

export const EMPTY_BOARD: Board = { pointers: [], lines: [] };

/** A phone draws so many without effort; the oldest lines go first. */
const MAX_LINES = 100;
const MAX_POINTS = 4_000;

export const drawOnBoard = (board: Board, from: string, message: DataMessage): Board => {
  switch (message.type) {
    case 'pointer':
      return { ...board, pointers: [...others(board.pointers, from), { from, x: message.x, y: message.y }] };
    case 'pointer_away':
      return { ...board, pointers: others(board.pointers, from) };
    case 'clear':
      return { ...board, lines: [] };
    case 'stroke':
      return { ...board, lines: prune(extendLine(board.lines, { from, ...message })) };
    default:
      return board;
  }
};

export const keepOnBoard = (board: Board, present: readonly string[]): Board => {
  const isPresent = ({ from }: { from: string }): boolean => present.includes(from);
  const isWhole = [...board.pointers, ...board.lines].every(isPresent);
  return isWhole
    ? board
    : { pointers: board.pointers.filter(isPresent), lines: board.lines.filter(isPresent) };
};

const others = <One extends { from: string }>(all: readonly One[], from: string): One[] =>
  all.filter((one) => one.from !== from);

type Line = Board['lines'][number];

const extendLine = (lines: readonly Line[], { from, id, points }: Line): Line[] => {
  const isIt = (line: Line): boolean => line.from === from && line.id === id;
  const before = lines.find(isIt)?.points ?? [];
  const line = { from, id, points: [...before, ...points].slice(-MAX_POINTS) };
  return lines.some(isIt) ? lines.map((each) => (isIt(each) ? line : each)) : [...lines, line];
};

const prune = (lines: Line[]): Line[] => {
  let kept = lines.slice(-MAX_LINES);
  while (kept.length > 1 && kept.reduce((sum, { points }) => sum + points.length, 0) > MAX_POINTS) {
    kept = kept.slice(1);
  }
  return kept;
};
