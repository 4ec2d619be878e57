import type { Right } from '../../platform/database/effects.ts';
import { stateOf } from '../request-state.ts';
import { rightOf } from '../right-of.ts';

/** Gives the right that a reply rests on while it goes out; null where it was opened by a link. */
export const rightOfReply = (request: object): Right | null => {
  const { caller } = stateOf(request);
  return caller ? rightOf(caller) : null;
};
