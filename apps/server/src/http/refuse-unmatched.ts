import { listRoutes } from '@field-inspection/contract';
import type { Request, Response } from 'express';
import { ApiError } from '../api-error.ts';
import type { Context } from '../context.ts';
import { countAddress } from './apply-policy.ts';
import type { AddressLimiter } from './count-address.ts';

/** Answers what no route took: 405 with Allow where the path exists, 404 elsewhere. */
export const refuseUnmatched = (context: Pick<Context, 'clock'>, limiter: AddressLimiter) => {
  const patterns = listRoutes().map(({ route }) => ({
    method: route.method,
    pattern: toPattern(route.path),
  }));
  return (request: Request, response: Response): void => {
    countAddress(context, limiter, { request, response });
    const methods = patterns.filter(({ pattern }) => pattern.test(request.path)).map(({ method }) => method);
    if (methods.length === 0) throw new ApiError('not_found', 'There is no such path.');
    const allow = [...new Set(methods.includes('GET') ? [...methods, 'HEAD'] : methods)].sort().join(', ');
    throw new ApiError('method_not_allowed', `This path takes ${allow}.`, { headers: { Allow: allow } });
  };
};

const toPattern = (path: string): RegExp => new RegExp(`^${path.replace(/:[^/]+/g, '[^/]+')}/?$`);
