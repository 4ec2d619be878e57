import { moveCursor, type SketchPoint } from '@field-inspection/drawing';
import type { TargetedKeyboardEvent } from 'preact';
import { useState } from 'preact/hooks';
import type { DrawnPath } from './use-path.ts';

/** Draws by keys: the arrows move the pen, the space bar puts it down and lifts it, Escape takes back the open path. */
export const useKeys = (canvas: { width: number; height: number }, path: DrawnPath) => {
  const [cursor, setCursor] = useState<SketchPoint>();
  const at = cursor ?? ([Math.round(canvas.width / 2), Math.round(canvas.height / 2)] as SketchPoint);
  const press = () => {
    setCursor(at);
    if (path.drawer() === undefined) path.begin('keys', at);
    else path.end();
  };
  const move = (to: SketchPoint) => {
    setCursor(to);
    if (path.drawer() === 'keys') path.extend([to]);
  };
  const onKeyDown = (event: TargetedKeyboardEvent<SVGSVGElement>) => {
    const { key, shiftKey: isFine, repeat } = event;
    const moved = moveCursor(at, { key, isFine }, canvas);
    if (moved) move(moved);
    else if ((key === ' ' || key === 'Enter') && !repeat) press();
    else if (key === 'Escape' && path.drawer() !== undefined) path.drop();
    else return;
    event.preventDefault();
  };
  return {
    cursor,
    onKeyDown,
    hide: () => {
      setCursor(undefined);
      if (path.drawer() === 'keys') path.end();
    },
  };
};
