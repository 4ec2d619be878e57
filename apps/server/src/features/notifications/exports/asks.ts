import { z } from 'zod';

const Asks = z.object({ labels: z.array(z.string()), message: z.string() });

/** What an invite asks for: the labels of shots in its language, and a word of the operator; '' without one. */
export type Asks = z.infer<typeof Asks>;

/** As the secret of the message that says it. */
export const writeAsks = (asks: Asks): string => JSON.stringify(asks);

export const readAsks = (secret: string): Asks => Asks.parse(JSON.parse(secret));
