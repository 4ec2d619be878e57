import {
  ERRORS,
  type CreatedInspections,
  type CreateInspectionsBody,
  type ErrorCode,
  type InspectionRow,
  type RowProblem,
} from '@field-inspection/contract';
import type { z } from 'zod';
import { ApiError } from '../../api-error.ts';
import type { Context } from '../../context.ts';
import { describeClaim, hasReply, readKey, type Reply, type WriteRequest } from '../../http/kept-reply.ts';
import { ok } from '../../http/reply.ts';
import { callerOf } from '../../http/request-state.ts';
import { writeOnce } from '../../http/write-once.ts';
import type { Tx } from '../../platform/database/transact.ts';
import { chargeSessions } from './charge-sessions.ts';
import { createInspection } from './create-inspection.ts';

/** Within it a process that stops has ended its requests; what is left is for the repeat. */
const LONGEST_MS = 10_000;

type Bulk = { req: WriteRequest; body: z.output<typeof CreateInspectionsBody> };

/**
 * Creates many inspections, each in a transaction of its own: nobody waits for the locks of more than one. What became
 * of a row is kept under the request's key with the row itself, so that a repeat goes on where the first was cut.
 */
export const createInspections = async (
  context: Context,
  { req, body }: Bulk,
): Promise<Reply<200, CreatedInspections>> => {
  const endMs = performance.now() + LONGEST_MS;
  const key = readKey(req);
  // The first request pays for all rows, and a repeat for itself.
  if (!key || !(await hasReply(context, describeClaim({ key, req, body }))))
    await chargeSessions(context, req, body.sessions.length);
  // The key is bound to this body before its first row: another body under it is refused before it does anything.
  await writeOnce(context, { req, body }, { run: () => Promise.resolve(ok({})) });
  const data: InspectionRow[] = [];
  for (const index of body.sessions.keys()) {
    if (performance.now() > endMs) throw outOfTime(index);
    data.push(await createRow(context, { req, body }, index));
  }
  return ok({ data });
};

const createRow = async (context: Context, { req, body }: Bulk, index: number): Promise<InspectionRow> => {
  const once = async (run: (tx: Tx) => Promise<InspectionRow>) => {
    const reply = await writeOnce(
      context,
      { req, body, part: `row ${index}` },
      {
        run: async (tx) => {
          // This row is made now: it is no kept reply.
          req.res?.removeHeader('Idempotent-Replayed');
          return ok(await run(tx));
        },
      },
    );
    return reply.body;
  };
  try {
    return await once(async (tx) => {
      const given = { operator: callerOf(req), body: body.sessions[index]! };
      return { index, inspection: await createInspection(context, tx, given), problem: null };
    });
  } catch (error) {
    if (!(error instanceof ApiError) || !isOfRow(error.code)) throw error;
    const problem = describeRefusal(error);
    return once(() => Promise.resolve({ index, inspection: null, problem }));
  }
};

/** The others are of the whole request: its key, its right, or a service that can't go on. */
const isOfRow = (code: ErrorCode): boolean => ERRORS[code].status < 500 && !OF_REQUEST.has(code);

const OF_REQUEST: ReadonlySet<ErrorCode> = new Set([
  'idempotency_in_flight',
  'idempotency_key_reused',
  'permission_denied',
  'unauthenticated',
]);

const describeRefusal = ({ code, message, errors }: ApiError): RowProblem => ({
  status: ERRORS[code].status,
  code,
  detail: message,
  ...(errors ? { errors } : {}),
});

const outOfTime = (done: number) =>
  new ApiError(
    'unavailable',
    `Only ${done} of the sessions were done in time. Send the request again under its Idempotency-Key: it goes on there.`,
    { headers: { 'Retry-After': '1' } },
  );
