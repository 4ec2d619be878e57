import { z } from 'zod';
import type { Asks } from '../messages/message-values.ts';

export type { Asks } from '../messages/message-values.ts';

const schema = z.object({ labels: z.array(z.string()), message: z.string() });

/** Writes the asks as the secret of their message. */
export const writeAsks = (asks: Asks): string => JSON.stringify(asks);

export const readAsks = (secret: string): Asks => schema.parse(JSON.parse(secret));
