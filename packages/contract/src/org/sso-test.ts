import { z } from 'zod';
import { Id } from '../shapes/id.ts';
import { Timestamp } from '../shapes/timestamp.ts';
import { MemberRole } from './members.ts';

/** The last test of a connection: what the provider said, and what a sign-in would have come to. */
export const SsoTest = z
  .object({
    outcome: z.enum(['none', 'passed', 'refused']).meta({
      description: 'none: there was no test since the last change, or none in the last day',
      example: 'passed',
    }),
    at: Timestamp.nullable().meta({ description: 'When it ended; null for none' }),
    by: Id.nullable().meta({ description: 'The member who tested' }),
    reason: z.string().nullable().meta({ description: 'Why it was refused; null otherwise', example: null }),
    sentence: z.string().nullable().meta({ description: 'The same in a sentence', example: null }),
    subject: z
      .string()
      .nullable()
      .meta({ description: 'The stable name of the person', example: 'a81bc81b' }),
    email: z.string().nullable().meta({ description: 'Their address', example: 'ada@example.com' }),
    name: z.string().nullable().meta({ description: 'Their name', example: 'Ada Rossi' }),
    groups: z.array(z.string()).meta({ description: 'Their groups', example: ['Roof inspectors'] }),
    told: z
      .array(
        z
          .object({
            name: z.string().meta({ description: 'As it came', example: 'email' }),
            values: z.array(z.string()).meta({ description: 'As they came', example: ['ada@example.com'] }),
          })
          .meta({ id: 'SsoTestClaim', description: 'What the provider told' }),
      )
      .meta({ description: 'All that the provider told, of long values the beginning' }),
    becomes: z.enum(['known', 'linked', 'created', 'refused']).nullable().meta({
      description:
        'known: the member of this person signs in; linked: the member with this address, once; created: a new one; refused: nobody',
      example: 'linked',
    }),
    member: Id.nullable().meta({ description: 'The member that it would become, if there is one' }),
    role: MemberRole.nullable(),
  })
  .meta({ id: 'SsoTest', description: 'The last test of the connection' });

export type SsoTest = z.infer<typeof SsoTest>;
