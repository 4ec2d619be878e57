import type { Request, Response } from 'express';
import type { Context } from '../context.ts';
import { MAX_WAIT_MS } from '../platform/database/transact.ts';
import { stateOf } from './request-state.ts';

/**
 * Lets a read wait for a permit of its organisation, which it keeps until its reply begins: however many reads an
 * organisation sends at once, the others' find a connection. A write waits in its transaction, among the same permits.
 *
 * @throws {NoPermitError} when none was free in time
 */
export const holdPermit = async (
  { permits }: Pick<Context, 'permits'>,
  request: Request,
  response: Response,
): Promise<void> => {
  const { caller, fieldCaller, signerCaller } = stateOf(request);
  const organisationId = (caller ?? fieldCaller ?? signerCaller)?.organisationId;
  if (organisationId === undefined || !READS.has(request.method)) return;
  await new Promise<void>((enter, refuse) => {
    const hold = (): Promise<void> => {
      enter();
      return untilReply(response);
    };
    permits(organisationId, { waitMs: MAX_WAIT_MS }, hold).catch(refuse);
  });
};

const READS = new Set(['GET', 'HEAD']);

// The permit is kept until the head: a file goes on for as long as its reader takes.
const untilReply = (response: Response): Promise<void> =>
  new Promise((resolve) => {
    if (response.closed) return resolve();
    response.once('close', resolve);
    const writeHead = response.writeHead.bind(response);
    response.writeHead = ((...head: Parameters<typeof writeHead>) => {
      resolve();
      return writeHead(...head);
    }) as typeof response.writeHead;
  });
