import type { NextFunction, Request, Response } from 'express';
import { stateOf } from '../request-state.ts';

type Handle = (request: Request, response: Response, next: NextFunction) => void;

/** Serves the service's own hosts by `own`, and an organisation's domain by `domain`. */
export const onHost =
  ({ own, domain }: { own?: Handle; domain?: Handle }): Handle =>
  (request, response, next) => {
    const handle = stateOf(request).domain ? domain : own;
    if (handle) return handle(request, response, next);
    next();
  };
