import type { Request } from 'express';

/**
 * The token of the Authorization header. Node keeps the first of two such headers, a proxy may have judged the
 * second: neither counts.
 */
export const readBearer = (request: Request): string | undefined => {
  const [given = '', ...others] = request.headersDistinct.authorization ?? [];
  return others.length === 0 ? /^Bearer +([^\s,]+)$/i.exec(given)?.[1] : undefined;
};
