import { Drawing, DRAWING_LIMITS, type DrawingStroke } from '@field-inspection/contract';
import fc from 'fast-check';

export const arbitraryDrawing = (): fc.Arbitrary<Drawing> =>
  fc
    .record({ width: side(), height: side() })
    .chain((canvas) =>
      fc
        .record({ strokes: fc.array(arbitraryStroke(canvas), { maxLength: 8 }) })
        .map((rest) => ({ ...canvas, ...rest })),
    )
    .filter((drawing) => Drawing.safeParse(drawing).success);

const side = () => fc.integer({ min: DRAWING_LIMITS.canvasMin, max: DRAWING_LIMITS.canvasMax });

const arbitraryStroke = ({
  width,
  height,
}: {
  width: number;
  height: number;
}): fc.Arbitrary<DrawingStroke> => {
  const far = fc.integer({ min: -20_000, max: 40_000 });
  const x = fc.oneof(fc.integer({ min: 0, max: width }), far);
  const y = fc.oneof(fc.integer({ min: 0, max: height }), far);
  const point = fc.tuple(x, y);
  const pressed = fc.tuple(x, y, fc.integer({ min: 0, max: 1000 }));
  const look = {
    color: fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`),
    size: fc.integer({ min: 1, max: Math.floor(Math.max(width, height) / 10) }),
  };
  const path = { minLength: 1, maxLength: 60 };
  return fc.oneof(
    fc.record({
      ...look,
      tool: fc.constant('pen' as const),
      points: fc.array(fc.oneof(point, pressed), path),
    }),
    fc.record({ ...look, tool: fc.constant('highlighter' as const), points: fc.array(point, path) }),
    fc.record({
      ...look,
      tool: fc.constantFrom('line' as const, 'arrow' as const, 'rectangle' as const, 'ellipse' as const),
      points: fc.array(point, { minLength: 2, maxLength: 2 }),
    }),
    fc.record({
      ...look,
      tool: fc.constant('text' as const),
      points: fc.array(point, { minLength: 1, maxLength: 1 }),
      text: fc.string({ unit: 'binary', minLength: 1, maxLength: 20 }),
    }),
  );
};
