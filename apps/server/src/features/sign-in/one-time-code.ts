import { CHALLENGE, MAX_OTP_ATTEMPTS, refuseCode } from '@field-inspection/rules';
import { Prisma, type SignInAttempt } from '#prisma';
import { Refusal } from '../../refusals.ts';
import type { Context } from '../../context.ts';
import type { Tx } from '../../platform/database/transact.ts';

/** Life of a code, and of the choice of an organisation after it. */
export const CODE_MS = 600_000;

export const drawCode = ({ random }: Pick<Context, 'random'>): string =>
  String(random.below(1_000_000)).padStart(6, '0');

// The id salts the code: equal codes give unequal HMACs.
export const hashCode = (
  { keyring }: Pick<Context, 'keyring'>,
  attemptId: string,
  code: string,
): Uint8Array<ArrayBuffer> => Uint8Array.from(keyring.sign('sign-in-code', `${attemptId}:${code}`));

type Shown = { purpose: 'sign_in' | 'step_up'; secretHash: Buffer<ArrayBuffer>; code: string };

/**
 * Counts a guess, and judges it. One conditional statement counts, so that at most five of any number at once are
 * judged. What is refused is returned, not thrown: an error would roll back the count.
 */
export const judgeCode = async (
  context: Pick<Context, 'keyring'>,
  tx: Tx,
  { purpose, secretHash, code }: Shown,
): Promise<{ attempt: SignInAttempt | undefined; refusal: Refusal | undefined }> => {
  const [attempt] = await tx.db.$queryRaw<SignInAttempt[]>(Prisma.sql`
    update sign_in_attempts
    set failed_count = failed_count + 1
    where secret_hash = ${secretHash} and purpose = ${purpose} and failed_count < ${MAX_OTP_ATTEMPTS}
      and proven_at is null and expires_at > ${tx.now}
    returning *
  `);
  if (!attempt) return { attempt, refusal: await sayWhyNot(tx, secretHash) };
  const { id, code_hmac, failed_count } = attempt;
  const isRight = code_hmac !== null && context.keyring.verify('sign-in-code', `${id}:${code}`, code_hmac);
  return { attempt, refusal: isRight ? undefined : refuseCode(failed_count) };
};

const sayWhyNot = async (tx: Tx, secretHash: Buffer<ArrayBuffer>): Promise<Refusal> => {
  const locked = await tx.db.signInAttempt.count({
    where: { secret_hash: secretHash, proven_at: null, expires_at: { gt: tx.now } },
  });
  return locked > 0 ? refuseCode(MAX_OTP_ATTEMPTS) : codeExpired();
};

export const codeExpired = () => new Refusal('otp_expired', 'otp_expired', { headers: CHALLENGE });
