import { z } from 'zod';

/** The types of photo that are taken. */
export const PHOTO_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const;

/** The largest photo, 25 MiB. */
export const MAX_PHOTO_BYTES = 25 * 1024 * 1024;

/** Most pixels of a photo, 60 million: the cost of decoding grows with them. */
export const MAX_PHOTO_PIXELS = 60_000_000;

const Quota = z
  .object({
    limit: z.int().meta({ description: 'How much a session may have', example: 5_000 }),
    left: z.int().meta({ description: 'How much of it is left', example: 4_988 }),
  })
  .meta({ id: 'Quota', description: 'A limit, and what is left of it' });

/**
 * Quotas that a session has left. `left` is the smaller of what the session and what its organisation has left; an
 * upload under way counts with the length that was announced.
 */
export const Quotas = z
  .object({
    items: Quota.meta({ description: 'Pieces of evidence' }),
    bytes: Quota.meta({ description: 'As they were sent' }),
  })
  .meta({ id: 'Quotas', description: 'What a session may still take' });

/** Address and limits of a field person's uploads, by the tus protocol. */
export const Uploads = z
  .object({
    url: z.string().meta({
      description: 'Takes resumable uploads (tus 1.0.0) with the field_session_token as the bearer',
      example: 'https://example.com/v1/field/uploads',
    }),
    max_bytes: z.int().meta({ description: 'The largest upload', example: MAX_PHOTO_BYTES }),
    max_pixels: z.int().meta({
      description:
        'The most pixels of a photo, its width times its height; half as many are always taken of a PNG of 16 bits a colour',
      example: MAX_PHOTO_PIXELS,
    }),
    mime_types: z.array(z.string()).meta({ description: 'What is taken', example: [...PHOTO_TYPES] }),
    quotas: Quotas,
  })
  .meta({ id: 'Uploads', description: 'Where and what a field person uploads' });
