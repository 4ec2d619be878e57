import type { Request } from 'express';

/**
 * Reads the token of the Authorization header. Two headers count as none: Node keeps the first, and a proxy may have
 * judged the second.
 */
export const readBearer = (request: Request): string | undefined => {
  const [given = '', ...others] = request.headersDistinct.authorization ?? [];
  return others.length === 0 ? /^Bearer +([^\s,]+)$/i.exec(given)?.[1] : undefined;
};

/** Gives the fault in a refused request's Authorization header. Two headers have a wrong value. */
export const faultOf = ({ headersDistinct }: Request): 'missing' | 'scheme' | 'value' => {
  const [given, ...others] = headersDistinct.authorization ?? [];
  if (given === undefined) return 'missing';
  return others.length > 0 || /^Bearer( |$)/i.test(given) ? 'value' : 'scheme';
};
