import { MAX_OTP_ATTEMPTS, refuseCode } from '@field-inspection/rules';
import { Prisma } from '#prisma';
import { Refusal } from '../../refusals.ts';
import type { Context } from '../../context.ts';
import { rateLimited } from '../../http/apply-policy.ts';
import type { Caller } from '../../http/request-state.ts';
import { rightOf } from '../../http/right-of.ts';
import type { Tx } from '../../platform/database/transact.ts';
import { hashToken } from '../../platform/secrets/hash-token.ts';
import { appendOrgEntry } from '../audit/exports/append-entry.ts';
import { nameActor } from '../audit/exports/name-actor.ts';
import { sendCode } from './begin-sign-in.ts';
import { renewSession } from './exports/renew-session.ts';
import { requireOpenWay } from './exports/require-open-way.ts';
import { countBegun } from './count-begun.ts';
import { CODE_MS, judgeCode } from './one-time-code.ts';

/** A session has one step-up at a time, which its id leads to. */
const secretOf = ({ credentialId }: Pick<Caller, 'credentialId'>) => hashToken(`step-up ${credentialId}`);

/**
 * Sends a signed-in member a code to step up. The one before is dead, and wrong codes so far still count.
 *
 * @throws {Refusal} otp_locked, rate_limited, sso_required
 */
export const requestStepUp = async (
  context: Pick<Context, 'clock' | 'ids' | 'keyring' | 'random'>,
  tx: Tx,
  { organisationId, credentialId, memberId }: Caller,
): Promise<void> => {
  const member = await tx.db.member.findUniqueOrThrow({
    where: { organisation_id_id: { organisation_id: organisationId, id: memberId! } },
  });
  await requireOpenWay(tx, member);
  const [counted] = await tx.db.$queryRaw<{ count: number }[]>(
    countBegun(context, { address: member.email.toLowerCase(), now: tx.now }),
  );
  if (!counted) throw tooMany(context, tx.now);
  const expiresAt = new Date(tx.now.getTime() + CODE_MS);
  const [attempt] = await tx.db.$queryRaw<{ id: string; expires_at: Date }[]>(Prisma.sql`
    insert into sign_in_attempts as a (id, purpose, secret_hash, organisation_id, member_id, created_at, expires_at)
    values (
      ${context.ids.next()}::uuid, 'step_up', ${secretOf({ credentialId })}, ${organisationId}::uuid,
      ${memberId}::uuid, ${tx.now}, ${expiresAt}
    )
    on conflict (secret_hash) do update
    set id = excluded.id, created_at = excluded.created_at, expires_at = excluded.expires_at, code_hmac = null,
      failed_count = case when a.expires_at <= ${tx.now} then 0 else a.failed_count end
    where a.failed_count < ${MAX_OTP_ATTEMPTS} or a.expires_at <= ${tx.now}
    returning id, expires_at
  `);
  if (!attempt) throw refuseCode(MAX_OTP_ATTEMPTS);
  await sendCode(context, tx, { attempt, member });
};

const HOUR_SECONDS = 3_600;

const tooMany = ({ clock }: Pick<Context, 'clock'>, now: Date): Refusal => {
  const resetAt = (Math.floor(now.getTime() / 1000 / HOUR_SECONDS) + 1) * HOUR_SECONDS;
  return rateLimited({ clock }, { limit: 10, remaining: 0, resetAt, windowSeconds: HOUR_SECONDS });
};

/**
 * Judges the code of a step-up. A wrong one is counted and told, in a transaction of its own that commits.
 *
 * @throws {Refusal} otp_invalid, otp_locked, otp_expired
 */
export const judgeStepUp = async (
  context: Pick<Context, 'keyring' | 'random' | 'transact'>,
  { caller, code }: { caller: Caller; code: string },
): Promise<{ attemptId: string }> => {
  const answer = await context.transact(
    async (tx) => {
      const shown = { purpose: 'step_up' as const, secretHash: secretOf(caller), code };
      const { attempt, refusal } = await judgeCode(context, tx, shown);
      if (!refusal) return { attemptId: attempt!.id };
      if (attempt)
        appendOrgEntry(context, tx, {
          organisationId: caller.organisationId,
          kind: 'member.step_up_refused',
          payload: { ...nameActor(caller), way: 'code' },
        });
      return refusal;
    },
    { sharedBy: { organisationId: caller.organisationId } },
  );
  if (answer instanceof Refusal) throw answer;
  return answer;
};

/**
 * Steps a session up after the right code or a passkey, and gives its new token. An attempt by a code is taken here.
 *
 * @throws {Refusal} otp_locked, sso_required
 */
export const stepUp = async (
  context: Pick<Context, 'random'>,
  tx: Tx,
  { caller, proof }: { caller: Caller; proof: { way: 'code'; attemptId: string } | { way: 'passkey' } },
): Promise<string> => {
  const member = await tx.db.member.findUniqueOrThrow({
    where: { organisation_id_id: { organisation_id: caller.organisationId, id: caller.memberId! } },
  });
  await requireOpenWay(tx, member);
  const take = async () => {
    if (proof.way !== 'code') return;
    const { count } = await tx.db.signInAttempt.deleteMany({ where: { id: proof.attemptId } });
    if (count === 0) throw refuseCode(MAX_OTP_ATTEMPTS);
  };
  return renewSession(context, tx, { caller, right: rightOf(caller), way: proof.way, take });
};
