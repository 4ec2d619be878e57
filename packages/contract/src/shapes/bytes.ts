import { initContract } from '@ts-rest/core';
import { z } from 'zod';

/** What is not JSON: the bytes as they are. */
export const Bytes = z.unknown().meta({ id: 'Bytes', description: 'The bytes themselves' });

/**
 * An answer of bytes, which a client reads as they come.
 *
 * @param contentType the media type, or a range of them
 * @example
 * bytesOf('application/zip').contentType; // 'application/zip'
 */
export const bytesOf = (contentType: string) => initContract().otherResponse({ contentType, body: Bytes });
