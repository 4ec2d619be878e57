import type { Request, Response, Router } from 'express';
import { Refusal } from '../../refusals.ts';
import { stateOf } from '../request-state.ts';

export type Handler = (request: Request, response: Response) => void | Promise<void>;

export const servePath =
  (router: Router) =>
  (path: string, handle: Handler): void => {
    router.get(path, (request, response) => {
      stateOf(request).routeTemplate = path;
      return handle(request, response);
    });
    router.all(path, () => {
      throw new Refusal('method_not_allowed', 'This path takes GET, HEAD.', {
        headers: { Allow: 'GET, HEAD' },
      });
    });
  };
