import { z } from 'zod';
import { bytesOf } from '../shapes/bytes.ts';
import { Id } from '../shapes/id.ts';
import { readPolicy } from '../laws/policy.ts';
import { VERSIONED_ROOT } from '../laws/roots.ts';
import { c } from '../route.ts';
import { text } from '../shapes/text.ts';

export const ExportQuery = z.strictObject({
  after: text(2_000).min(1).optional().meta({
    description: '`cursor` of the last whole line that came; from the beginning unless given',
    example: 'WzEsWyIwMTlhOWY2ZSJdXQ.4f1c',
  }),
});

export const exports = c.router(
  {
    download: {
      method: 'GET',
      path: '/org/export',
      summary: 'Export everything',
      description:
        'All that the organisation has, as JSON Lines: `{ type, data, cursor }` for each record, always in the same order, and at the end `{"type":"end"}`. Where it broke off, `after` goes on behind the last whole line. Lines of the type `file` name the files, each to be downloaded by its `path`. Secrets and their hashes are left out. It stands in the own chain of the organisation. No state of the plan blocks it.',
      query: ExportQuery,
      responses: { 200: bytesOf('application/jsonl') },
      metadata: readPolicy('org:export'),
    },
    downloadFile: {
      method: 'GET',
      path: '/org/export/files/:owner_id/:hash',
      summary: 'Download a file of an export',
      description: 'Its bytes, or a Range of them, as a line of the type `file` names it.',
      pathParams: z.object({
        owner_id: Id.meta({ description: 'Of the piece of evidence or the report that it belongs to' }),
        hash: z
          .string()
          .regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in lower-case hex')
          .meta({ description: 'The SHA-256 of its bytes, in hex', example: '3f'.repeat(32) }),
      }),
      responses: { 200: bytesOf('*/*'), 206: bytesOf('*/*'), 304: c.noBody() },
      metadata: readPolicy('org:export', ['range_not_satisfiable']),
    },
  },
  { pathPrefix: VERSIONED_ROOT, strictStatusCodes: true },
);
