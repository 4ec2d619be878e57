import type { DrawingStroke } from '@field-inspection/contract';
import {
  layOutText,
  measureLine,
  shapeEdge,
  shapeStroke,
  type StrokeShape,
  textEdgeOf,
} from '@field-inspection/drawing';

type StrokeView = {
  stroke: DrawingStroke;
  /** Then it has an edge, as what the service makes of it. */
  isOnPhoto: boolean;
};

export const StrokeView = ({ stroke, isOnPhoto }: StrokeView) =>
  stroke.tool === 'text' ? (
    <TextView stroke={stroke} edge={isOnPhoto ? textEdgeOf(stroke) : undefined} />
  ) : (
    <g>{[...(isOnPhoto ? shapeEdge(stroke, 1) : []), ...shapeStroke(stroke, 1)].map(viewShape)}</g>
  );

type TextView = {
  stroke: Extract<DrawingStroke, { tool: 'text' }>;
  edge: ReturnType<typeof textEdgeOf> | undefined;
};

const TextView = ({ stroke: { text, color, size, points }, edge }: TextView) => {
  const [x, y] = points[0]!;
  return (
    <g
      class="draw-text"
      fill={color}
      stroke={edge?.color}
      stroke-width={edge?.width}
      stroke-linejoin="round"
      paint-order="stroke"
      font-size={size}
      font-family="Noto Sans, system-ui, sans-serif"
    >
      {layOutText({ text, y, size }).map(({ line, baseline }) => (
        // The line is as wide as the service sets it: the device may have another font.
        <text
          key={baseline}
          x={x}
          y={baseline}
          textLength={measureLine(line) * size}
          lengthAdjust="spacingAndGlyphs"
        >
          {line}
        </text>
      ))}
    </g>
  );
};

const viewShape = (shape: StrokeShape, index: number) => {
  if (shape.kind === 'area') return <path key={index} fill={shape.color} d={shape.data} />;
  if (shape.kind === 'dot') {
    const { color, opacity, x, y, radius } = shape;
    return <circle key={index} fill={color} fill-opacity={opacity} cx={x} cy={y} r={radius} />;
  }
  const { color, opacity, width, data } = shape;
  return (
    <path
      key={index}
      fill="none"
      stroke-linecap="round"
      stroke-linejoin="round"
      stroke={color}
      stroke-opacity={opacity}
      stroke-width={width}
      d={data}
    />
  );
};
