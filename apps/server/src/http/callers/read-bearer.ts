import type { Request } from 'express';

/** Two headers count as none: Node keeps the first, and a proxy may have judged the second. */
export const readBearer = (request: Request): string | undefined => {
  const [given = '', ...others] = request.headersDistinct.authorization ?? [];
  return others.length === 0 ? /^Bearer +([^\s,]+)$/i.exec(given)?.[1] : undefined;
};

/** Two headers count as a wrong value. */
export const faultOf = ({ headersDistinct }: Request): 'missing' | 'scheme' | 'value' => {
  const [given, ...others] = headersDistinct.authorization ?? [];
  if (given === undefined) return 'missing';
  return others.length > 0 || /^Bearer( |$)/i.test(given) ? 'value' : 'scheme';
};
