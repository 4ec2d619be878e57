import { createPace } from './create-pace.ts';

export const paceBodies = createPace();
