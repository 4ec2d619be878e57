import type { Readable } from 'node:stream';
import type { Request, Response } from 'express';
import type { Context } from '../../context.ts';
import { ok } from '../reply.ts';
import { rightOfReply } from './right-of-reply.ts';
import { Refusal } from '../../refusals.ts';
import { requireRight } from '../../platform/database/right-lock.ts';
import type { Right } from '../../platform/database/effects.ts';

export type Exchange = { req: Pick<Request, 'ip'>; res: Response };

/**
 * ts-rest only pipes the bytes: without these listeners a source that fails would end the process, and a source whose
 * reader has gone would stay open. When a source fails in the middle, or the right to it ends, the connection is broken
 * off.
 */
export const okBytes = (context: Pick<Context, 'database'>, { req, res }: Exchange, body: Readable) => {
  body.on('error', (error) => res.destroy(error));
  res.on('close', () => body.destroy());
  cutWhenEnded(context, res, rightOfReply(req));
  return ok(body);
};

/** Milliseconds between looks at the right: a recording over a slow network takes an hour. */
const LOOK_MS = 3_000;

/** Cuts also while the reader takes nothing. No byte waits for the look, and a failed look decides nothing. */
const cutWhenEnded = (
  { database }: Pick<Context, 'database'>,
  response: Response,
  right: Right | null,
): void => {
  if (!right) return;
  let timer: NodeJS.Timeout;
  const wait = (): void => {
    timer = setTimeout(() => void look(), LOOK_MS).unref();
  };
  const look = async () => {
    const refusal = await requireRight(database.prisma, right).catch((error: unknown) => error);
    if (refusal instanceof Refusal) return void response.destroy();
    if (!response.closed) wait();
  };
  response.on('close', () => clearTimeout(timer));
  wait();
};
