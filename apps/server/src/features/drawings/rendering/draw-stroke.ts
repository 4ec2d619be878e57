import type { DrawingStroke } from '@field-inspection/contract';
import { formatNumber, shapeStroke, type StrokeShape } from '@field-inspection/drawing';

/** The markup of a stroke other than a text. `scale` is how many pixels a unit of the canvas is. */
export const drawStroke = (stroke: Exclude<DrawingStroke, { tool: 'text' }>, scale: number): string =>
  shapeStroke(stroke, scale).map(writeShape).join('\n');

const writeShape = (shape: StrokeShape): string => {
  switch (shape.kind) {
    case 'area':
      return `<path fill="${shape.color}" d="${shape.data}"/>`;
    case 'way':
      return (
        `<path fill="none" stroke="${shape.color}" stroke-opacity="${shape.opacity}"` +
        ` stroke-width="${formatNumber(shape.width)}" stroke-linecap="round" stroke-linejoin="round" d="${shape.data}"/>`
      );
    case 'dot':
      return (
        `<circle fill="${shape.color}" fill-opacity="${shape.opacity}"` +
        ` cx="${formatNumber(shape.x)}" cy="${formatNumber(shape.y)}" r="${formatNumber(shape.radius)}"/>`
      );
  }
};
