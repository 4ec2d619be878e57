import type { Right } from '../../platform/database/effects.ts';
import { stateOf } from '../request-state.ts';
import { rightOf } from '../right-of.ts';

/** Null where a link opened the reply. */
export const rightOfReply = (request: object): Right | null => {
  const { caller } = stateOf(request);
  return caller ? rightOf(caller) : null;
};
