import type { NextFunction, Request, Response } from 'express';
import { Refusal } from '../../refusals.ts';
import type { Health } from './health.ts';

/** Milliseconds between questions whether the database still answers. */
export const WAIT_MS = 6_000;
const AGAIN_MS = 2_000;

type Exchange = { request: Request; response: Response };

/**
 * A silent database, as behind a network that swallows packets, would hold a request long: each of its statements has a
 * deadline, but a request has several, and its rollback another. With the two seconds of a probe, the answer comes
 * within ten.
 */
export const limitWait =
  (health: Pick<Health, 'isDatabaseSilent'>, reply: (exchange: Exchange, error: Refusal) => void) =>
  (request: Request, response: Response, next: NextFunction): void => {
    let timer: NodeJS.Timeout | undefined;
    const judge = async (): Promise<void> => {
      // A body that comes slowly has a limit of its own.
      const isSilent = request.complete && (await health.isDatabaseSilent());
      if (response.headersSent || response.destroyed) return;
      if (isSilent) return reply({ request, response }, silent());
      timer = setTimeout(() => void judge(), AGAIN_MS).unref();
    };
    timer = setTimeout(() => void judge(), WAIT_MS).unref();
    response.on('close', () => clearTimeout(timer));
    next();
  };

// The write may still be on its way to the database.
const silent = () =>
  new Refusal(
    'unavailable',
    'The database does not answer. Try again; under one Idempotency-Key nothing is done twice.',
    { cause: new Error('no answer within two seconds'), headers: { 'Retry-After': '2' } },
  );
