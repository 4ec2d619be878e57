import { z } from 'zod';
import { c } from '../route.ts';

/** Bytes as they are, not JSON. */
export const Bytes = z.unknown().meta({ id: 'Bytes', description: 'The bytes themselves' });

/**
 * An answer of bytes, which a client reads as they come.
 *
 * @param contentType the media type, or a range of them
 * @example
 * bytesOf('application/zip').contentType; // 'application/zip'
 */
export const bytesOf = (contentType: string) => c.otherResponse({ contentType, body: Bytes });
