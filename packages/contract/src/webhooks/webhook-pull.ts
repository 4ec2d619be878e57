import { z } from 'zod';
import { Id } from '../shapes/id.ts';
import { Limit } from '../shapes/page.ts';
import { Sequence, SEQUENCE_TYPE } from '../shapes/sequence.ts';

/** Most seconds that a reader may wait: fewer than proxies and clients usually cut. */
export const MAX_PULL_WAIT_SECONDS = 20;

const Wait = z
  .string()
  .regex(/^(1?\d|20)$/, `must be a whole number from 0 to ${MAX_PULL_WAIT_SECONDS}`)
  .transform(Number)
  .default(0)
  .meta({
    description: `Seconds to wait while there is nothing, from 0 to ${MAX_PULL_WAIT_SECONDS}; 0 unless given`,
    // Text arrives in a query; the document says integer.
    type: 'integer',
    minimum: 0,
    maximum: MAX_PULL_WAIT_SECONDS,
    default: 0,
    example: 20,
  });

export const pullQuery = z.strictObject({
  after_sequence: Sequence.optional().meta({
    description:
      'The last one that you have: it and all before it are acknowledged. Absent: what comes after the last one that was acknowledged',
    ...SEQUENCE_TYPE,
  }),
  limit: Limit,
  wait: Wait,
});

/** An event as a reader gets it. */
export const PulledEvent = z
  .object({
    delivery: Id.meta({ description: 'The delivery, as the log has it' }),
    sequence: z.int().meta({ description: 'From 1, without a gap', example: 42 }),
    headers: z.record(z.string(), z.string()).meta({
      description: 'As they would be sent, both signatures included; their time is now',
      example: {
        'Content-Type': 'application/json',
        'Svc-Event-Type': 'session.joined',
        'Svc-Signature': 't=1763649300,v1=2e37df5d4a028c51a7f3133d64ae1e300d2c2c900f1b1d49d4369ad2530f8964',
      },
    }),
    body: z.string().meta({
      description: 'The signed bytes, as text: verify it before you parse it',
      example: '{"id":"019a9f6e-3c0a-7bd2-8c11-5d2f0f6d9a02","type":"session.joined","sequence":42,…}',
    }),
  })
  .meta({ id: 'PulledEvent', description: 'An event as a reader gets it' });

/** The next events of a pull endpoint. */
export const PulledEvents = z
  .object({
    data: z
      .array(PulledEvent)
      .meta({ description: 'In the order of `sequence`; empty when there is nothing' }),
    has_more: z.boolean().meta({ description: 'Whether more can be fetched at once', example: false }),
    acknowledged_sequence: z
      .int()
      .meta({ description: 'The last one that a reader acknowledged; 0 before the first', example: 41 }),
  })
  .meta({ id: 'PulledEvents', description: 'The next events of a pull endpoint' });
