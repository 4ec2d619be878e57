import type { GivenShots, Shot } from '@field-inspection/contract';

/** What a body asks for, as it is kept and shown. */
export const storeShots = (given: GivenShots = []): Shot[] =>
  given.map(({ hint = {}, ...shot }) => ({ ...shot, hint }));
