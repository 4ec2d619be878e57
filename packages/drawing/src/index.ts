export { formatNumber } from './shapes/format-number.ts';
export { shapeStroke, type StrokeShape } from './shapes/shape-stroke.ts';
export { extendPath } from './sketch/extend-path.ts';
export { fitCanvas } from './sketch/fit-canvas.ts';
export { SKETCH_LIMITS } from './sketch/limits.ts';
export { placeSample, type Frame, type Sample, type SketchPoint } from './sketch/place-sample.ts';
export { addStroke, emptySketch, isSigned, undoStroke, type Sketch } from './sketch/sketch.ts';
