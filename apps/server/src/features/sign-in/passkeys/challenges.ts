import { Prisma } from '#prisma';
import type { Context } from '../../../context.ts';
import type { Caller } from '../../../http/request-state.ts';
import type { Tx } from '../../../platform/database/transact.ts';
import { hashToken } from '../../../platform/secrets/hash-token.ts';

/** Life of a challenge. */
const CHALLENGE_MS = 600_000;

/** To whom a challenge belongs: a browser, by its cookie's secret, or the session of a member. */
export type Holder =
  | { purpose: 'passkey'; secret: string }
  | { purpose: 'passkey_step_up' | 'passkey_registration'; caller: Caller };

/** A session has one challenge of a purpose at a time, which its id leads to. */
const hashOf = (holder: Holder): Buffer<ArrayBuffer> =>
  hashToken('caller' in holder ? `${holder.purpose} ${holder.caller.credentialId}` : holder.secret);

/** Draws a challenge. The one before of the same session is dead. */
export const drawChallenge = async (
  context: Pick<Context, 'ids' | 'random'>,
  tx: Tx,
  holder: Holder,
): Promise<Uint8Array<ArrayBuffer>> => {
  const challenge = Uint8Array.from(context.random.bytes(32));
  const { organisationId, memberId } =
    'caller' in holder ? holder.caller : { organisationId: null, memberId: null };
  await tx.db.$executeRaw(Prisma.sql`
    insert into sign_in_attempts (id, purpose, secret_hash, organisation_id, member_id, challenge, created_at, expires_at)
    values (
      ${context.ids.next()}::uuid, ${holder.purpose}, ${hashOf(holder)}, ${organisationId}::uuid, ${memberId}::uuid,
      ${challenge}, ${tx.now}, ${new Date(tx.now.getTime() + CHALLENGE_MS)}
    )
    on conflict (secret_hash) do update
    set id = excluded.id, challenge = excluded.challenge, created_at = excluded.created_at,
      expires_at = excluded.expires_at
  `);
  return challenge;
};

/** Takes a challenge, whatever becomes of the answer to it: one statement, so that of any number of calls one has it. */
export const takeChallenge = async (
  tx: Tx,
  holder: Holder,
): Promise<{ id: string; challenge: Uint8Array } | undefined> => {
  const [taken] = await tx.db.$queryRaw<{ id: string; challenge: Uint8Array }[]>(Prisma.sql`
    delete from sign_in_attempts
    where secret_hash = ${hashOf(holder)} and purpose = ${holder.purpose} and expires_at > ${tx.now}
    returning id, challenge
  `);
  return taken;
};
