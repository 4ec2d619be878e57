import { createHash } from 'node:crypto';
import type { Drawing } from '@field-inspection/contract';
import { canonicalizeJson } from '@field-inspection/evidence';

/** SHA-256, in hexadecimal, of the drawing's canonical JSON (RFC 8785): what its export is stamped with. */
export const hashDrawing = (drawing: Drawing): string =>
  createHash('sha256').update(canonicalizeJson(drawing)).digest('hex');
