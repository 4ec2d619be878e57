import { z } from 'zod';

/** The types of photo that are taken. */
export const PHOTO_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const;

/** The largest photo, 25 MiB. */
export const MAX_PHOTO_BYTES = 25 * 1024 * 1024;

const quota = (what: string, limit: number) =>
  z.object({
    limit: z.int().meta({ description: `${what} that a session may have`, example: limit }),
    left: z.int().meta({ description: 'How much of it is left', example: limit }),
  });

/**
 * What a session may still take. `left` is the smaller of what the session and what its organisation has left; an
 * upload under way counts with the length that was announced.
 */
export const Quotas = z
  .object({
    items: quota('Pieces of evidence', 5_000),
    bytes: quota('Bytes', 50 * 1024 ** 3),
  })
  .meta({ id: 'Quotas', description: 'What a session may still take' });

/** Where a field person uploads, by the tus protocol, and what is taken there. */
export const Uploads = z
  .object({
    url: z.string().meta({
      description: 'Takes resumable uploads (tus 1.0.0) with the field_session_token as the bearer',
      example: 'https://example.com/v1/field/uploads',
    }),
    max_bytes: z.int().meta({ description: 'The largest upload', example: MAX_PHOTO_BYTES }),
    mime_types: z.array(z.string()).meta({ description: 'What is taken', example: [...PHOTO_TYPES] }),
    quotas: Quotas,
  })
  .meta({ id: 'Uploads', description: 'Where and what a field person uploads' });
