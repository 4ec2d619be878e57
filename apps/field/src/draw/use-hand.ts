import { placeSample, type Frame, type SketchPoint } from '@field-inspection/drawing';
import type { TargetedPointerEvent } from 'preact';
import { useKeys } from './use-keys.ts';
import { usePath } from './use-path.ts';

type Canvas = { width: number; height: number };
type PadPointer = TargetedPointerEvent<SVGSVGElement>;

/**
 * Follows the pointer or the keys that draw on a pad: one at a time.
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
        // A second finger, or another button of the mouse.
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

/** Gives the pointer's points since the event before: browsers merge those within one frame. */
const readPoints = (event: PadPointer, canvas: Canvas): SketchPoint[] => {
  const frame = readFrame(event.currentTarget, canvas);
  const together = event.type === 'pointermove' ? (event.getCoalescedEvents?.() ?? []) : [];
  return (together.length > 0 ? together : [event]).map(({ clientX, clientY, pressure, pointerType }) =>
    // A finger and a mouse only say that they press.
    placeSample(
      { x: clientX, y: clientY, pressure: pointerType === 'pen' ? pressure : undefined },
      frame,
      canvas,
    ),
  );
};

// Reads the canvas as it is shown, without the margins in its box.
const readFrame = (pad: SVGSVGElement, { width, height }: Canvas): Frame => {
  const { a = 1, d = 1, e = 0, f = 0 } = pad.getScreenCTM() ?? {};
  return { left: e, top: f, width: a * width, height: d * height };
};
