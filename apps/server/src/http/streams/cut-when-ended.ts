import type { Response } from 'express';
import { ApiError } from '../../api-error.ts';
import type { Context } from '../../context.ts';
import { requireRight } from '../../platform/database/right-lock.ts';
import type { Right } from '../../platform/database/outcome.ts';

/** How often it is asked whether a reply may still go out: a recording over a slow network takes an hour. */
const LOOK_MS = 3_000;

/**
 * Breaks a reply off once its right is gone, also while its reader takes nothing. No byte waits for the look, and one
 * that fails decides nothing.
 */
export const cutWhenEnded = (
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
    if (refusal instanceof ApiError) return void response.destroy();
    if (!response.closed) wait();
  };
  response.on('close', () => clearTimeout(timer));
  wait();
};
