import { extendPath, type Frame, moveCursor, placeSample, type SketchPoint } from '@field-inspection/drawing';
import type { TargetedKeyboardEvent, TargetedPointerEvent } from 'preact';
import { useRef, useState } from 'preact/hooks';

type Canvas = { width: number; height: number };
type PadPointer = TargetedPointerEvent<SVGSVGElement>;

/**
 * Draws with a single pointer at a time, or with the keys.
 *
 * @param onPath told of a path once it is drawn
 */
export const useHand = (canvas: Canvas, onPath: (path: readonly SketchPoint[]) => void) => {
  const path = usePath(onPath);
  const keys = useKeys(canvas, path);
  const isOf = ({ pointerId }: PadPointer) => path.drawer() === pointerId;
  return {
    path: path.path,
    cursor: keys.cursor,
    listeners: {
      onPointerDown: (event: PadPointer) => {
        // It may be a second finger, or another button of the mouse.
        if (path.drawer() !== undefined || event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        keys.hide();
        path.begin(event.pointerId, readPoints(event, canvas)[0]!);
      },
      onPointerMove: (event: PadPointer) => isOf(event) && path.extend(readPoints(event, canvas)),
      onPointerUp: (event: PadPointer) => isOf(event) && path.end(),
      onPointerCancel: (event: PadPointer) => isOf(event) && path.drop(),
      onKeyDown: keys.onKeyDown,
      onBlur: keys.hide,
    },
  };
};

/** Browsers merge the pointer's moves within one frame: each is read. */
const readPoints = (event: PadPointer, canvas: Canvas): SketchPoint[] => {
  const frame = readFrame(event.currentTarget, canvas);
  const together = event.type === 'pointermove' ? (event.getCoalescedEvents?.() ?? []) : [];
  return (together.length > 0 ? together : [event]).map(({ clientX, clientY, pressure, pointerType }) =>
    // A finger and a mouse give no real pressure.
    placeSample(
      { x: clientX, y: clientY, pressure: pointerType === 'pen' ? pressure : undefined },
      frame,
      canvas,
    ),
  );
};

const readFrame = (pad: SVGSVGElement, { width, height }: Canvas): Frame => {
  const { a = 1, d = 1, e = 0, f = 0 } = pad.getScreenCTM() ?? {};
  return { left: e, top: f, width: a * width, height: d * height };
};

/** The arrows move the pen, the space bar puts it down and lifts it, and Escape takes back the open path. */
const useKeys = (canvas: { width: number; height: number }, path: DrawnPath) => {
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

type Drawer = number | 'keys';

/**
 * Draws the path by a single drawer at a time.
 *
 * @param onPath told of a path once it is drawn
 */
const usePath = (onPath: (path: readonly SketchPoint[]) => void) => {
  const [path, setPath] = useState<readonly SketchPoint[]>([]);
  // Events come faster than the page is drawn, so each event goes on from the one before.
  const drawn = useRef<{ drawer: Drawer; path: readonly SketchPoint[] }>(undefined);
  const extend = (points: readonly SketchPoint[]) => {
    drawn.current!.path = extendPath(drawn.current!.path, points);
    setPath(drawn.current!.path);
  };
  return {
    path,
    drawer: () => drawn.current?.drawer,
    begin: (drawer: Drawer, point: SketchPoint) => {
      drawn.current = { drawer, path: [] };
      extend([point]);
    },
    extend,
    end: () => {
      const ended = drawn.current;
      drawn.current = undefined;
      setPath([]);
      if (ended) onPath(ended.path);
    },
    drop: () => {
      drawn.current = undefined;
      setPath([]);
    },
  };
};

type DrawnPath = ReturnType<typeof usePath>;
