import { z } from 'zod';
import { Anchor } from './anchor.ts';
import { bytesOf } from '../shapes/bytes.ts';
import { Id } from '../shapes/id.ts';
import { pageOf, pageQuery } from '../shapes/page.ts';
import { readPolicy } from '../laws/policy.ts';
import { VERSIONED_ROOT } from '../laws/roots.ts';
import { c } from '../route.ts';
import { Timestamp } from '../shapes/timestamp.ts';

/** A drawing of a session that is changed while people talk; each version is kept as evidence. */
export const Whiteboard = z
  .object({
    id: Id,
    session: Id,
    title: z.string().meta({ description: 'Empty when absent', example: 'Crack at the chimney' }),
    version: z.int().meta({ description: 'The last version, from 1', example: 3 }),
    svg_url: z.string().meta({
      description: 'Its last version as SVG',
      example: 'https://example.com/v1/whiteboards/019a9f6e-8b21-7c02-9d55-0c7a1e2b3f09.svg',
    }),
    png_url: z.string().meta({
      description: 'Its last version as PNG',
      example: 'https://example.com/v1/whiteboards/019a9f6e-8b21-7c02-9d55-0c7a1e2b3f09.png',
    }),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'Whiteboard', description: 'A drawing of a session' });

export type Whiteboard = z.infer<typeof Whiteboard>;

export const ListWhiteboardsQuery = z.strictObject({
  ...pageQuery,
  session_id: Id.optional().meta({ description: 'Only whiteboards of this session' }),
});

export const ExportWhiteboardQuery = z.strictObject({
  version: z
    .string()
    .regex(/^[1-9]\d{0,8}$/, 'must be a whole number from 1')
    .transform(Number)
    .optional()
    .meta({ description: 'The last one unless given', type: 'integer', minimum: 1, example: 2 }),
});

/** The answer of one timestamp authority for the export of a whiteboard (RFC 3161). */
export const WhiteboardTimestamp = Anchor.extend({
  gen_time: Timestamp.nullable().meta({ description: 'When the authority saw the hash of the file' }),
}).meta({
  id: 'WhiteboardTimestamp',
  description: 'The answer of a timestamp authority for an exported file',
});

/** The answers of timestamp authorities for one file: the last version of a whiteboard, exported as SVG or PNG. */
export const WhiteboardTimestamps = z
  .object({
    whiteboard: Id,
    version: z.int().meta({ description: 'The version that the file shows', example: 3 }),
    sha256: z.string().nullable().meta({
      description: 'SHA-256 of the file that the tokens are for; null until an authority has answered',
      example: '8c2e4f6a8c0d2e4b6f8a1c3e5d7f9b0a2c4e3b1f0c6f8e2d4a7b9c5e1f3a6d8b',
    }),
    timestamps: z.array(WhiteboardTimestamp).meta({
      description:
        'One for each authority that was asked: empty before the audit chain is frozen, for an older version, and where no authority is configured',
    }),
  })
  .meta({
    id: 'WhiteboardTimestamps',
    description: 'The answers of timestamp authorities for the export of a whiteboard',
  });

const WhiteboardParams = z.object({
  whiteboard_file: z
    .string()
    .regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.(svg|png)$/, 'must be the id, and .svg or .png')
    .meta({
      description: "The whiteboard's id with .svg or .png",
      example: '019a9f6e-8b21-7c02-9d55-0c7a1e2b3f09.png',
    }),
});

export const whiteboards = c.router(
  {
    list: {
      method: 'GET',
      path: '/whiteboards',
      summary: 'List whiteboards',
      description: 'Newest first.',
      query: ListWhiteboardsQuery,
      responses: { 200: pageOf('WhiteboardPage', Whiteboard) },
      metadata: readPolicy('whiteboards:read', ['invalid_cursor']),
    },
    download: {
      method: 'GET',
      path: '/whiteboards/:whiteboard_file',
      summary: 'Export a whiteboard',
      description: 'As SVG or PNG, with the time it was saved stamped on it.',
      pathParams: WhiteboardParams,
      query: ExportWhiteboardQuery,
      responses: { 200: bytesOf('image/*') },
      metadata: readPolicy('whiteboards:read', ['session.redacted']),
    },
    getTimestamps: {
      method: 'GET',
      path: '/whiteboards/:whiteboard_file/timestamps',
      summary: "Get the timestamps of a whiteboard's export",
      description:
        'RFC 3161 tokens over the SHA-256 of exactly the bytes that the file downloads as. Authorities are asked once the session has ended.',
      pathParams: WhiteboardParams,
      query: ExportWhiteboardQuery,
      responses: { 200: WhiteboardTimestamps },
      metadata: readPolicy('whiteboards:read'),
    },
  },
  { pathPrefix: VERSIONED_ROOT, strictStatusCodes: true },
);
