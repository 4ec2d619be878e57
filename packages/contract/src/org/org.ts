import { initContract } from '@ts-rest/core';
import { z } from 'zod';
import { NoBody } from '../shapes/no-body.ts';
import { writePolicy } from '../laws/policy.ts';
import { VERSIONED_ROOT } from '../laws/roots.ts';
import { Timestamp } from '../shapes/timestamp.ts';

const c = initContract();

/** The secret that signs what goes to `callbacks`, as its creation returns it, this once. */
export const CallbackSecret = z
  .object({
    signing_secret: z.string().meta({
      description: 'whsec_…; shown only here',
      example: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD',
    }),
    previous_expires_at: Timestamp.nullable().meta({
      description: 'Until when the one before signs too; null when there was none',
      example: '2026-11-21T14:30:00.000Z',
    }),
  })
  .meta({ id: 'CallbackSecret', description: 'The new secret of callbacks' });

export const org = c.router(
  {
    rotateCallbackSecret: {
      method: 'POST',
      path: '/org/callback-secret',
      summary: 'Rotate the callback secret',
      description: 'Returns a new secret, this once; the old one stays valid for 24 hours.',
      body: NoBody,
      responses: { 201: CallbackSecret },
      metadata: writePolicy('org:write'),
    },
  },
  { pathPrefix: VERSIONED_ROOT, strictStatusCodes: true },
);
