import type { Request } from 'express';
import { inetOf } from '../../platform/inet-of.ts';
import type { Right } from '../../platform/database/transact.ts';
import { stateOf } from '../request-state.ts';
import { rightOf } from '../right-of.ts';

/**
 * What a reply rests on while it goes out: the key, from where the request came, and the scope of the route. Null
 * where it was opened by a link.
 */
export const rightOfReply = (request: Pick<Request, 'ip'>): Right | null => {
  const { caller, policy } = stateOf(request);
  return caller ? rightOf({ ...caller, address: inetOf(request.ip), scope: policy?.scope ?? null }) : null;
};
