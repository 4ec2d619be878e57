import type { LocaleCode } from '@field-inspection/contract';
import { z } from 'zod';
import { Prisma, type Member, type SignInAttempt } from '#prisma';
import type { Context } from '../../context.ts';
import type { Tx } from '../../platform/database/transact.ts';
import { defineJob, enqueueJob } from '../../platform/jobs/define-job.ts';
import { hashToken } from '../../platform/secrets/hash-token.ts';
import { queueMessages } from '../notifications/exports/queue-messages.ts';
import { countBegun } from './count-begun.ts';
import { CODE_MS, drawCode, hashCode } from './one-time-code.ts';

/**
 * Begins a sign-in for an address, and gives the secret of the browser that began it. It asks nothing about the
 * address: a job finds out who has it, so that no answer tells a known address from another, by its words or its time.
 * Over the limit of the address nothing is begun, and that is not told either.
 */
export const beginSignIn = async (
  context: Pick<Context, 'ids' | 'keyring' | 'random' | 'transact'>,
  { email }: { email: string },
): Promise<string> => {
  const address = email.toLowerCase();
  const secret = context.random.bytes(32).toString('base64url');
  await context.transact(async (tx) => {
    const id = context.ids.next();
    const expiresAt = new Date(tx.now.getTime() + CODE_MS);
    await tx.db.$executeRaw(Prisma.sql`
      with counted as (${countBegun(context, { address, now: tx.now })})
      insert into sign_in_attempts (id, purpose, secret_hash, address, created_at, expires_at)
      select ${id}::uuid, 'sign_in', ${hashToken(secret)}, ${address}, ${tx.now}, ${expiresAt} from counted
    `);
    enqueueJob(tx, sendSignInCode, { payload: { attempt_id: id }, key: id });
  });
  return secret;
};

/**
 * Sends the code of a sign-in to the address, if an active member has it. The mail of who is a member of several
 * organisations comes from the one that they joined first.
 */
export const sendSignInCode = defineJob({
  id: 'send-sign-in-code',
  payload: z.object({ attempt_id: z.string() }),
  run: (context: Pick<Context, 'ids' | 'keyring' | 'random' | 'transact'>, { attempt_id }) =>
    context.transact(async (tx) => {
      const [attempt] = await tx.db.$queryRaw<SignInAttempt[]>`
        select * from sign_in_attempts
        where id = ${attempt_id}::uuid and purpose = 'sign_in' and code_hmac is null and expires_at > ${tx.now}
        for update
      `;
      const [member] = attempt ? await findMembers(tx, attempt.address!) : [];
      if (!attempt || !member) return;
      await sendCode(context, tx, { attempt, member });
    }),
});

/** Finds the active members who have an address, over all organisations, those first who joined first. */
export const findMembers = (tx: Pick<Tx, 'db'>, address: string): Promise<Member[]> =>
  tx.db.$queryRaw<Member[]>`
    select * from members
    where lower(email) = ${address} and status = 'active'
    order by joined_at, organisation_id, id
    limit 100
  `;

/** Gives an attempt its code, and sends it to a member. */
export const sendCode = async (
  context: Pick<Context, 'ids' | 'keyring' | 'random'>,
  tx: Tx,
  { attempt, member }: { attempt: Pick<SignInAttempt, 'id' | 'expires_at'>; member: Member },
): Promise<void> => {
  const code = drawCode(context);
  await tx.db.signInAttempt.update({
    where: { id: attempt.id },
    data: { code_hmac: hashCode(context, attempt.id, code) },
  });
  const { organisation_id, id, locale, email } = member;
  queueMessages(context, tx, [
    {
      member: { organisation_id, id, locale: locale as LocaleCode },
      kind: 'sign_in_code',
      channel: 'email',
      recipient: email,
      secret: code,
      dedupeKey: `sign_in_code:${attempt.id}`,
      expiresAt: attempt.expires_at,
    },
  ]);
};
