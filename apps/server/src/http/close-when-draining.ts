import type { NextFunction, Request, Response } from 'express';
import type { Health } from './health.ts';

/** While the server drains, each reply ends its connection: the client's next one goes to another server. */
export const closeWhenDraining =
  (health: Pick<Health, 'isDraining'>) =>
  (_request: Request, response: Response, next: NextFunction): void => {
    if (health.isDraining()) response.set('Connection', 'close');
    next();
  };
