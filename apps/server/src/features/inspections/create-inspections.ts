import type {
  CreatedInspection,
  CreatedInspections,
  CreateInspectionBody,
  CreateInspectionsBody,
  InspectionRow,
} from '@field-inspection/contract';
import { inspectionStatusOf, problemOfRow, readParticipant } from '@field-inspection/rules';
import type { z } from 'zod';
import { Refusal, invalidField, unauthenticated } from '../../refusals.ts';
import type { Context } from '../../context.ts';
import { showLimit } from '../../http/apply-policy.ts';
import { nearerLimit } from '../../http/authenticate-credential.ts';
import { describeClaim, hasReply, readKey, type Reply, type WriteRequest } from '../../http/kept-reply.ts';
import { chargeKey } from '../../http/prepared/charge-key.ts';
import { ok } from '../../http/reply.ts';
import { callerOf, stateOf } from '../../http/request-state.ts';
import { writeOnce } from '../../http/write-once.ts';
import { writeNewSession } from '../../effects/write-effects.ts';
import type { Tx } from '../../platform/database/transact.ts';
import { readPhoneFor } from '../../platform/messages/read-phone.ts';
import { mintInvite } from '../participants/exports/mint-invite.ts';
import { createSession, type Operator } from '../sessions/exports/create-session.ts';
import { createCallbacks } from '../webhooks/exports/create-callbacks.ts';

/** The longest that a request works: a process that stops gives its requests no more. A repeat makes the rest. */
const LONGEST_MS = 10_000;

type Bulk = { req: WriteRequest; body: z.output<typeof CreateInspectionsBody> };

/**
 * Each inspection has a transaction of its own, so that nobody waits for the locks of several. Each outcome is kept
 * under the request's key: a repeat goes on where the first was cut.
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
  // The key is bound to this body before its first row, so that another body under it is refused before it does
  // anything.
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
          // This row is made now, so the reply is no replay.
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
    const problem = error instanceof Refusal ? problemOfRow(error) : undefined;
    if (!problem) throw error;
    return once(() => Promise.resolve({ index, inspection: null, problem }));
  }
};

const outOfTime = (done: number) =>
  new Refusal(
    'unavailable',
    `Only ${done} of the sessions were done in time. Send the request again under its Idempotency-Key: it goes on there.`,
    { headers: { 'Retry-After': '1' } },
  );

const chargeSessions = async (
  context: Pick<Context, 'clock' | 'config' | 'database'>,
  request: Pick<WriteRequest, 'res'>,
  count: number,
): Promise<void> => {
  const { organisationId, credentialId } = callerOf(request);
  if (count === 1) return;
  const { rateWindowSeconds: windowSeconds } = context.config;
  const key = { organisationId, credentialId, windowSeconds, requests: count - 1 };
  const charged = await chargeKey(context.database, key);
  if (!charged) throw unauthenticated();
  const most = Math.min(charged.credential_limit, charged.organisation_limit);
  if (count > most) {
    const words = `count like ${count} requests, and the limit is ${most} in ${windowSeconds} seconds: send at most ${most} at once, or ask whoever runs the service for more`;
    throw invalidField('sessions', words, 'too_big');
  }
  if (charged.organisation_count === null) throw refuse(context, request, count);
  const response = request.res!;
  showLimit(context, { request: response.req, response }, nearerLimit(charged, windowSeconds));
};

const refuse = ({ clock }: Pick<Context, 'clock'>, request: object, count: number): Refusal => {
  const { remaining, resetAt } = stateOf(request).rateLimit!;
  const seconds = Math.max(1, resetAt - Math.floor(clock.now().getTime() / 1000));
  return new Refusal(
    'rate_limited',
    `The sessions count like ${count} requests, and ${remaining + 1} were left. Nothing was done. Send them again at the time in X-RateLimit-Reset.`,
    { headers: { 'Retry-After': String(seconds) } },
  );
};

export const createInspection = async (
  context: Pick<Context, 'config' | 'ids' | 'keyring' | 'random'>,
  tx: Tx,
  {
    operator,
    body,
  }: { operator: Operator & { linkDomain: string | null }; body: z.output<typeof CreateInspectionBody> },
): Promise<z.infer<typeof CreatedInspection>> => {
  const { participant, callbacks = {}, ...words } = body;
  const recipient = readParticipant(participant, readPhoneFor(context.config, operator.organisationTimeZone));
  const session = await createSession(context, tx, { operator, body: words });
  await writeNewSession(tx);
  const { organisationId, credentialId, memberId, linkDomain } = operator;
  const key = { organisationId, sessionId: session.id };
  // The callbacks come before this transaction's events, so that they get the events, too.
  await createCallbacks(context, tx, { ...key, callbacks });
  const invite = await mintInvite(context, tx, { ...key, credentialId, memberId, linkDomain, recipient });
  return {
    id: session.id,
    status: inspectionStatusOf(session.status),
    join_url: invite.join_url,
    expires_at: invite.expires_at,
  };
};
