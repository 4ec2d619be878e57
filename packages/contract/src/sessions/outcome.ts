import { z } from 'zod';
import { Outcome, OUTCOMES } from '../evidence/outcomes.ts';
import { text } from '../shapes/text.ts';
import { Timestamp } from '../shapes/timestamp.ts';

const OutcomeFilter = z.enum([...OUTCOMES, 'none']).meta({
  id: 'OutcomeFilter',
  description: 'What an inspection came to; none: it is closed, and nobody has said it yet',
  example: 'accepted',
});

export type OutcomeFilter = z.infer<typeof OutcomeFilter>;

export const SessionOutcome = z
  .object({
    outcome: Outcome,
    note: z.string().meta({ description: 'Why; empty when absent', example: 'The roof is as described.' }),
    set_at: Timestamp.meta({ description: 'When an operator said so last' }),
  })
  .meta({ id: 'SessionOutcome', description: 'What an ended session came to' });

export const SetOutcomeBody = z
  .strictObject({
    outcome: Outcome,
    note: text(2000).optional().meta({
      description: 'Why, at most 2 000 characters. In the audit chain it is a commitment',
      example: 'The roof is as described.',
    }),
  })
  .meta({ id: 'SetOutcomeBody', description: 'What the session came to' });

export const endFilters = {
  outcome: OutcomeFilter.optional().meta({
    description: 'Only sessions that came to this; `none`: closed ones of which nobody has said it yet',
  }),
  ended_after: Timestamp.optional().meta({ description: 'Ended at this instant or later' }),
  ended_before: Timestamp.optional().meta({ description: 'Ended before this instant' }),
};
