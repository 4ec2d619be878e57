import type { Readable } from 'node:stream';
import type { Request, Response } from 'express';
import type { Context } from '../../context.ts';
import { ok } from '../reply.ts';
import { cutWhenEnded } from './cut-when-ended.ts';
import { rightOfReply } from './right-of-reply.ts';

export type Exchange = { req: Pick<Request, 'ip'>; res: Response };

/**
 * A reply of bytes as they come. ts-rest only pipes them: without these listeners a source that fails would end the
 * process, and a source whose reader has gone would stay open. When a source fails in the middle, or the right to it
 * ends, the connection is broken off.
 */
export const okBytes = (context: Pick<Context, 'database'>, { req, res }: Exchange, body: Readable) => {
  body.on('error', (error) => res.destroy(error));
  res.on('close', () => body.destroy());
  cutWhenEnded(context, res, rightOfReply(req));
  return ok(body);
};
