import type { Right } from '../../platform/database/effects.ts';
import { stateOf } from '../request-state.ts';
import { rightOf } from '../right-of.ts';

export const rightOfReply = (request: object): Right | null => {
  const { caller } = stateOf(request);
  return caller ? rightOf(caller) : null;
};
