import { z } from 'zod';

export const OUTCOMES = ['accepted', 'rejected', 'inconclusive'] as const;

/** Word for what an inspection came to. */
export const Outcome = z
  .enum(OUTCOMES)
  .meta({ id: 'Outcome', description: 'What an inspection came to', example: 'accepted' });
