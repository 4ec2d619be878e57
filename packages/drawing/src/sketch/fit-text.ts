import { LINE_HEIGHT } from './lay-out-text.ts';
import { measureLine } from './measure-line.ts';
import type { SketchPoint } from './place-sample.ts';

type Placed = { text: string; at: SketchPoint; size: number };
type Canvas = { width: number; height: number };

/** Width in ems by which letters lean beyond their advance. */
const LEAN = 0.2;

/**
 * Moves a text in from the edge, breaks it where it is too wide for a line, and makes it smaller only where there is no
 * other room.
 */
export const fitText = ({ text, at: [x, y], size }: Placed, canvas: Canvas): Placed => {
  const lines = text.split('\n').flatMap((line) => breakLine(line, canvas.width / size - LEAN));
  const width = size * (Math.max(...lines.map(measureLine)) + LEAN);
  const height = size * lines.length * LINE_HEIGHT;
  if (height > canvas.height && size > 1) {
    return fitText({ text, at: [x, y], size: Math.floor(size * 0.9) }, canvas);
  }
  const lean = (size * LEAN) / 2;
  return {
    text: lines.join('\n'),
    at: [moveIn(x, lean, canvas.width - width + lean), moveIn(y, 0, canvas.height - height)],
    size,
  };
};

const moveIn = (point: number, first: number, last: number): number =>
  Math.max(Math.ceil(first), Math.min(point, Math.floor(last)));

const breakLine = (line: string, width: number): string[] => {
  const lines = [''];
  const put = (piece: string) => {
    const longer = lines.at(-1) + piece;
    if (lines.at(-1) === '' || measureLine(longer.trimEnd()) <= width) lines[lines.length - 1] = longer;
    else lines.push(piece);
  };
  for (const word of line.match(/[^ ]* */g)!) {
    if (measureLine(word.trimEnd()) <= width) put(word);
    else for (const letter of word) put(letter);
  }
  return lines.map((each) => each.trimEnd());
};
