import { z } from 'zod';
import { Anchor } from '../evidence/anchor.ts';
import { openPolicy } from '../laws/policy.ts';
import { VERSIONED_ROOT } from '../laws/roots.ts';
import { c } from '../route.ts';
import { Timestamp } from '../shapes/timestamp.ts';

/** Answer to whether this service froze a chain with this head, and its anchors. */
export const Verification = z
  .object({
    audit_chain_hash: z.string().meta({
      description: 'The head that was asked about',
      example: '8c2e4f6a8c0d2e4b6f8a1c3e5d7f9b0a2c4e3b1f0c6f8e2d4a7b9c5e1f3a6d8b',
    }),
    known: z
      .boolean()
      .meta({ description: 'Whether a session of this service ended with it', example: true }),
    frozen_at: Timestamp.nullable().meta({ description: 'Since when it is final; null when unknown' }),
    length: z.int().nullable().meta({ description: 'Entries of the chain; null when unknown', example: 12 }),
    anchors: z.array(Anchor).meta({ description: 'One for each authority that was asked' }),
  })
  .meta({ id: 'Verification', description: 'What this service knows of a chain head' });

export const verification = c.router(
  {
    verify: {
      method: 'GET',
      path: '/verify/:audit_chain_hash',
      summary: 'Verify an audit chain hash',
      description: 'Open to anyone who holds the hash; names neither the session nor its organisation.',
      pathParams: z.object({
        audit_chain_hash: z
          .string()
          .regex(/^[0-9a-f]{64}$/, 'must be 64 lower-case hexadecimal digits')
          .meta({
            description: 'The head of an audit chain',
            example: '8c2e4f6a8c0d2e4b6f8a1c3e5d7f9b0a2c4e3b1f0c6f8e2d4a7b9c5e1f3a6d8b',
          }),
      }),
      responses: { 200: Verification },
      metadata: openPolicy(),
    },
  },
  { pathPrefix: VERSIONED_ROOT, strictStatusCodes: true },
);
