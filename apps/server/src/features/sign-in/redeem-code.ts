import type { SignInResult } from '@field-inspection/contract';
import { z } from 'zod';
import type { SignInAttempt } from '#prisma';
import { Refusal, noSuch } from '../../refusals.ts';
import type { Context } from '../../context.ts';
import type { readDevice } from '../../http/callers/read-device.ts';
import type { Tx } from '../../platform/database/transact.ts';
import { defineJob, enqueueJob } from '../../platform/jobs/define-job.ts';
import { hashToken } from '../../platform/secrets/hash-token.ts';
import { appendOrgEntry } from '../audit/exports/append-entry.ts';
import { findMembers } from './begin-sign-in.ts';
import { openSession } from './exports/open-session.ts';
import { CODE_MS, codeExpired, judgeCode } from './one-time-code.ts';

type SignInContext = Pick<Context, 'ids' | 'keyring' | 'random' | 'transact'>;
type Browser = { secret: string; device: ReturnType<typeof readDevice> };
type Redeemed = { result: SignInResult; token: string | null };

/**
 * Signs in by the right code, in the browser that began. Who is a member of several organisations has shown who they
 * are, and chooses one next.
 *
 * @throws {Refusal} otp_invalid, otp_locked, otp_expired
 */
export const redeemCode = async (
  context: SignInContext,
  { code, secret, device }: Browser & { code: string },
): Promise<Redeemed> => {
  const answer = await context.transact(async (tx): Promise<Redeemed | Refusal> => {
    const shown = { purpose: 'sign_in' as const, secretHash: hashToken(secret), code };
    const { attempt, refusal } = await judgeCode(context, tx, shown);
    if (refusal) {
      if (attempt) enqueueJob(tx, recordWrongCodes, { payload: { attempt_id: attempt.id }, key: attempt.id });
      return refusal;
    }
    return goOn(context, tx, { attempt: attempt!, device });
  });
  if (answer instanceof Refusal) throw answer;
  return answer;
};

const goOn = async (
  context: SignInContext,
  tx: Tx,
  { attempt, device }: { attempt: SignInAttempt; device: Browser['device'] },
): Promise<Redeemed | Refusal> => {
  const wrongCodes = attempt.failed_count - 1;
  const members = await findMembers(tx, attempt.address!);
  const [member, ...others] = members;
  // The code was sent to a member who was disabled meanwhile.
  if (!member) return codeExpired();
  const organisations = await nameOrganisations(tx, members);
  if (others.length > 0) {
    const { count } = await tx.db.signInAttempt.updateMany({
      where: { id: attempt.id, proven_at: null },
      data: {
        proven_at: tx.now,
        failed_count: wrongCodes,
        expires_at: new Date(tx.now.getTime() + CODE_MS),
      },
    });
    return count === 0 ? codeExpired() : { result: { signed_in: false, organisations }, token: null };
  }
  // However many calls have the right code, a single one takes the attempt.
  const { count } = await tx.db.signInAttempt.deleteMany({ where: { id: attempt.id, proven_at: null } });
  if (count === 0) return codeExpired();
  const token = await openSession(context, tx, { member, way: 'code', device, wrongCodes });
  return { result: { signed_in: true, organisations }, token };
};

const nameOrganisations = (tx: Tx, members: { organisation_id: string }[]) =>
  tx.db.organisation.findMany({
    where: { id: { in: members.map(({ organisation_id }) => organisation_id) } },
    select: { id: true, name: true },
    orderBy: [{ name: 'asc' }, { id: 'asc' }],
  });

/**
 * Signs in to one of the organisations, after the right code.
 *
 * @throws {Refusal} otp_expired, and not_found for an organisation of which the person is no active member
 */
export const chooseOrganisation = (
  context: SignInContext,
  { organisation, secret, device }: Browser & { organisation: string },
): Promise<string> =>
  context.transact(async (tx) => {
    const where = { secret_hash: hashToken(secret), proven_at: { not: null }, expires_at: { gt: tx.now } };
    const proven = await tx.db.signInAttempt.findFirst({ where });
    if (!proven) throw codeExpired();
    const members = await findMembers(tx, proven.address!);
    const member = members.find(({ organisation_id }) => organisation_id === organisation.toLowerCase());
    if (!member) throw noSuch('organisation', organisation);
    const { count } = await tx.db.signInAttempt.deleteMany({ where });
    if (count === 0) throw codeExpired();
    return openSession(context, tx, { member, way: 'code', device, wrongCodes: proven.failed_count });
  });

/**
 * Tells the chains of the organisations in which the address has a member how many wrong codes were shown for it. A job
 * does it, since an answer that took longer for a known address would tell it from another.
 */
export const recordWrongCodes = defineJob({
  id: 'record-wrong-codes',
  payload: z.object({ attempt_id: z.string() }),
  run: (context: Pick<Context, 'random' | 'transact'>, { attempt_id }) =>
    context.transact(async (tx) => {
      const [told] = await tx.db.$queryRaw<{ address: string; failed_count: number }[]>`
        update sign_in_attempts
        set told_count = failed_count
        where id = ${attempt_id}::uuid and told_count < failed_count and proven_at is null
        returning address, failed_count
      `;
      if (!told) return;
      for (const { organisation_id, id } of await findMembers(tx, told.address)) {
        appendOrgEntry(context, tx, {
          organisationId: organisation_id,
          kind: 'member.sign_in_refused',
          payload: { member_id: id, way: 'code', wrong_codes: told.failed_count },
        });
      }
    }),
});
