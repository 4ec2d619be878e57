import { GENERALIZED_TIME } from './tags.ts';
import { writeDer } from './write-der.ts';

/** A GeneralizedTime as RFC 3161, section 2.4.2, spells it: UTC, seconds, a fraction only if there is one. */
export function writeTime(time: Date): Uint8Array {
  const text = time
    .toISOString()
    .replaceAll(/[-:T]/g, '')
    .replace(/\.?0*Z$/, 'Z');
  return writeDer(GENERALIZED_TIME, new TextEncoder().encode(text));
}
