import type { OperatorMessage, Point } from '@field-inspection/signalling';
import { useRef, useState, type PointerEvent } from 'react';
import { findPoint, type Size } from './find-point.ts';
import { addPoints, NO_STROKES, type Strokes } from './strokes.ts';

type Pen = { size: Size | undefined; isDrawing: boolean; say: (message: OperatorMessage) => number };

/** Points and draws over the picture. A phone is told once a frame, however often a hand moves. */
export const usePen = ({ size, isDrawing, say }: Pen) => {
  const [strokes, setStrokes] = useState<Strokes>(NO_STROKES);
  const line = useRef<string>(undefined);
  const waiting = useRef<Point[]>([]);
  const frame = useRef<number>(undefined);

  const tell = (): void => {
    frame.current = undefined;
    const points = waiting.current.splice(0);
    const id = line.current;
    const last = points.at(-1);
    if (!last) return;
    if (!isDrawing) return void say({ type: 'pointer', ...last });
    if (id === undefined) return;
    setStrokes((before) => addPoints(before, id, points));
    say({ type: 'stroke', id, points });
  };
  const move = (event: PointerEvent<HTMLElement>): void => {
    const point = size && findPoint(event.currentTarget.getBoundingClientRect(), size, event);
    if (!point || (isDrawing && line.current === undefined)) return;
    waiting.current.push(point);
    frame.current ??= requestAnimationFrame(tell);
  };
  const lift = (): void => {
    if (frame.current !== undefined) cancelAnimationFrame(frame.current);
    tell();
    line.current = undefined;
  };
  return {
    strokes,
    clear: () => {
      setStrokes(NO_STROKES);
      say({ type: 'clear' });
    },
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (!isDrawing) return move(event);
      line.current = crypto.randomUUID();
      event.currentTarget.setPointerCapture(event.pointerId);
      move(event);
    },
    onPointerMove: move,
    onPointerUp: lift,
    onPointerCancel: lift,
    onPointerLeave: () => {
      if (!isDrawing) say({ type: 'pointer_away' });
    },
  };
};
