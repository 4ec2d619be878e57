import type { Drawing } from '@field-inspection/contract';
import { MISSING_SIGN, showSigns, splitLines } from '../../../platform/fonts/show-text.ts';

/** Says whether a drawing's export has the sign for a character that our fonts can't show. */
export const hasMissingSign = ({ strokes }: Drawing): boolean =>
  strokes.some((stroke) => stroke.tool === 'text' && hasSign(stroke.text));

const hasSign = (text: string): boolean =>
  splitLines(text).some((line) => showSigns(line.replace(/\t/g, ' ')).includes(MISSING_SIGN));
