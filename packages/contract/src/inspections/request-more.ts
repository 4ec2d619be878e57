import { z } from 'zod';
import { Id } from '../shapes/id.ts';
import { MintedInvite } from '../sessions/participants.ts';
import { visibleText } from '../shapes/text.ts';

const slot = z.string().regex(/^[a-z0-9_-]{1,40}$/, 'must be the slot of a shot');

/** The body that asks for more. Every field is optional. */
export const RequestMoreBody = z
  .strictObject({
    slots: z
      .array(slot)
      .min(1)
      .max(50)
      .refine((slots) => new Set(slots).size === slots.length, 'must name each slot once')
      .optional()
      .meta({
        description: 'What to ask for, of the `shots` of the session. Default: what is missing',
        example: ['roof_north'],
      }),
    invite: Id.optional().meta({
      description: 'Whom to ask: the person of this invite. Default: of the newest that is not revoked',
    }),
    message: visibleText(2000).optional().meta({
      description: 'A word of yours to the person, which the e-mail shows. At most 2 000 characters',
      example: 'The photo of the roof is blurred. Please take it once more.',
    }),
    ttl_minutes: z.int().min(1).max(10_080).optional().meta({
      description: 'Lifetime of the link in minutes, 1 to 10 080; 1 440 unless given',
      example: 2_880,
    }),
  })
  .meta({ id: 'RequestMoreBody', description: 'What to ask for, and whom' });

/** New invite, and the shots that it asks for. */
export const RequestedMore = MintedInvite.extend({
  slots: z.array(z.string()).meta({
    description: 'What was asked for, in the order of the shots; empty for a message alone',
    example: ['roof_north'],
  }),
}).meta({ id: 'RequestedMore', description: 'A new invite of the same person, and what it asks for' });
