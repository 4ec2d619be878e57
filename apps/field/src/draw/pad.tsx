import type { DrawingStroke } from '@field-inspection/contract';
import { makeStroke, type Sketch, type SketchLook, type SketchPoint } from '@field-inspection/drawing';
import { useMemo } from 'preact/hooks';
import { StrokeView } from './stroke-view.tsx';
import { useHand } from './use-hand.ts';

export type Tool = 'pen' | 'arrow' | 'text';

export type PadProps = {
  sketch: Sketch;
  tool: Tool;
  look: SketchLook;
  picture?: string | undefined;
  label: string;
  onStroke: (stroke: DrawingStroke) => void;
  onPoint?: (point: SketchPoint) => void;
  /** A point that words are being written for. */
  point?: SketchPoint | undefined;
};

export const Pad = ({ sketch, tool, look, picture, label, onStroke, onPoint, point }: PadProps) => {
  const hand = useHand(sketch, (path) => {
    if (tool === 'text') return onPoint?.(path.at(-1)!);
    const stroke = makeStroke(tool, path, look);
    if (stroke) onStroke(stroke);
  });
  const { width, height } = sketch;
  const isOnPhoto = picture !== undefined;
  const cursor = hand.cursor ?? point;
  const shown = tool === 'text' ? undefined : makeStroke(tool, hand.path, look);
  // Finished strokes are not shaped anew while the next one is drawn.
  const done = useMemo(
    () => sketch.strokes.map((stroke, index) => <StrokeView key={index} {...{ stroke, isOnPhoto }} />),
    [sketch, isOnPhoto],
  );
  return (
    <svg
      class="draw-pad"
      style={{ '--ratio': width / height }}
      viewBox={`0 0 ${width} ${height}`}
      role="application"
      aria-label={label}
      tabIndex={0}
      {...hand.listeners}
    >
      <rect class="draw-paper" width={width} height={height} />
      {picture && <image href={picture} width={width} height={height} preserveAspectRatio="none" />}
      {done}
      {shown && <StrokeView {...{ stroke: shown, isOnPhoto }} />}
      {cursor && <Cursor at={cursor} size={look.size} />}
    </svg>
  );
};

/** Dark on bright and bright on dark, so that the cursor shows on any photo. */
const Cursor = ({ at: [x, y], size }: { at: SketchPoint; size: number }) => (
  <g class="draw-cursor" stroke-width={size / 4}>
    <circle cx={x} cy={y} r={size * 2} />
    <circle class="draw-cursor-inner" cx={x} cy={y} r={size * 2} />
  </g>
);
