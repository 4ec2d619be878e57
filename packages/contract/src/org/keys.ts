import { z } from 'zod';
import { openPolicy } from '../laws/policy.ts';
import { VERSIONED_ROOT } from '../laws/roots.ts';
import { c } from '../route.ts';

/** The body that revokes a key by showing it. */
export const RevokeKeyBody = z
  .strictObject({
    api_key: z
      .string()
      .regex(/^fis_[0-9A-Za-z]{38}$/, 'must be an API key: fis_ and 38 characters')
      .meta({
        description: 'The key that leaked',
        example: 'fis_00000000000000000000000000000000Hj2Luo',
      }),
  })
  .meta({ id: 'RevokeKeyBody', description: 'The key that leaked' });

export const keys = c.router(
  {
    revoke: {
      method: 'POST',
      path: '/keys/revoke',
      summary: 'Revoke a leaked key',
      description:
        'Whoever holds a key may end it. Its credential is revoked, with all its keys. The answer is the same for a key that nobody has.',
      body: RevokeKeyBody,
      responses: { 204: c.noBody() },
      metadata: { ...openPolicy(), idempotent: true as const },
    },
  },
  { pathPrefix: VERSIONED_ROOT, strictStatusCodes: true },
);
