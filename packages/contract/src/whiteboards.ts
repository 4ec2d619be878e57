import { initContract } from '@ts-rest/core';
import { z } from 'zod';
import { Id } from './id.ts';
import { pageOf, pageQuery } from './page.ts';
import { readPolicy } from './policy.ts';
import { VERSIONED_ROOT } from './roots.ts';
import { Timestamp } from './timestamp.ts';

const c = initContract();

/** A drawing of a session that is changed while people talk; each version is kept as evidence. */
export const Whiteboard = z
  .object({
    id: Id,
    session: Id,
    title: z.string().meta({ description: 'Empty when absent', example: 'Crack at the chimney' }),
    version: z.int().meta({ description: 'The last version, from 1', example: 3 }),
    svg_url: z.string().meta({ example: 'https://example.com/v1/whiteboards/019a9f6e-….svg' }),
    png_url: z.string().meta({ example: 'https://example.com/v1/whiteboards/019a9f6e-….png' }),
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

const WhiteboardParams = z.object({ whiteboard_id: Id });

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
    downloadSvg: {
      method: 'GET',
      path: '/whiteboards/:whiteboard_id.svg',
      summary: 'Export a whiteboard as SVG',
      description: 'With the time it was saved stamped on it.',
      pathParams: WhiteboardParams,
      query: ExportWhiteboardQuery,
      responses: { 200: c.otherResponse({ contentType: 'image/svg+xml', body: z.unknown() }) },
      metadata: readPolicy('whiteboards:read'),
    },
    downloadPng: {
      method: 'GET',
      path: '/whiteboards/:whiteboard_id.png',
      summary: 'Export a whiteboard as PNG',
      description: 'With the time it was saved stamped on it.',
      pathParams: WhiteboardParams,
      query: ExportWhiteboardQuery,
      responses: { 200: c.otherResponse({ contentType: 'image/png', body: z.unknown() }) },
      metadata: readPolicy('whiteboards:read'),
    },
  },
  { pathPrefix: VERSIONED_ROOT, strictStatusCodes: true },
);
