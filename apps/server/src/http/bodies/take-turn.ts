import type { Request } from 'express';
import { ApiError } from '../../api-error.ts';
import { createShares, NoPlaceError } from '../../platform/concurrency/create-shares.ts';
import { readDevice } from '../callers/read-device.ts';
import { stateOf } from '../request-state.ts';

/** A body up to this size waits for nobody: it is judged in a millisecond or two. */
export const SMALL_BODY_BYTES = 16 * 1024;

/** What is left of a second to everybody else: 1 MiB of JSON may take 50 ms of the one thread that serves all. */
const BYTES_PER_SECOND = 1024 ** 2;

/** What waits is held in memory. */
export const TURN_WAIT_MS = 2_000;

const inTurn = createShares(1);

/**
 * Lets a large JSON body of an organisation, or of an address without one, wait for those before it, until these have
 * been judged and the process has had time for others. A request passes many turns of the event loop, so without this it
 * would wait in each for all bodies that have come since.
 *
 * @throws {NoPlaceError} too many of the organisation wait
 * @throws {ApiError} rate_limited, for whoever is counted by the address
 */
export const takeTurn = async (request: Request, bytes: number): Promise<void> => {
  if (bytes <= SMALL_BODY_BYTES) return;
  const { caller, fieldCaller, signerCaller } = stateOf(request);
  const owner = caller ?? fieldCaller ?? signerCaller;
  const key = owner?.organisationId ?? readDevice(request).address;
  await new Promise<void>((enter, refuse) => {
    const hold = (): Promise<void> => {
      enter();
      return new Promise((leave) => setTimeout(leave, (1000 * bytes) / BYTES_PER_SECOND).unref());
    };
    inTurn(key, { waitMs: TURN_WAIT_MS }, hold).catch((error: unknown) => {
      refuse(error instanceof NoPlaceError && !caller ? tooMany(error) : error);
    });
  });
};

const tooMany = (cause: NoPlaceError) =>
  new ApiError('rate_limited', 'Too many large bodies came at once. Send them one after the other.', {
    cause,
    headers: { 'Retry-After': String(TURN_WAIT_MS / 1000) },
  });
