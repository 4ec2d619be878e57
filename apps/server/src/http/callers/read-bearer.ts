import type { Request } from 'express';
import type { AuthorizationFault } from '../../api-error.ts';

/**
 * The token of the Authorization header. Node keeps the first of two such headers, a proxy may have judged the
 * second: neither counts.
 */
export const readBearer = (request: Request): string | undefined => {
  const [given = '', ...others] = request.headersDistinct.authorization ?? [];
  return others.length === 0 ? /^Bearer +([^\s,]+)$/i.exec(given)?.[1] : undefined;
};

/** What is wrong with the Authorization header of a request that was not let in. Two headers are one that is wrong. */
export const faultOf = ({ headersDistinct }: Request): AuthorizationFault => {
  const [given, ...others] = headersDistinct.authorization ?? [];
  if (given === undefined) return 'missing';
  return others.length > 0 || /^Bearer( |$)/i.test(given) ? 'value' : 'scheme';
};
