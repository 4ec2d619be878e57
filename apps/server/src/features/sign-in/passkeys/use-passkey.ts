import type { UsePasskeyBody } from '@field-inspection/contract';
import { z } from 'zod';
import { Prisma, type Member } from '#prisma';
import { Refusal } from '../../../refusals.ts';
import type { Context } from '../../../context.ts';
import type { Tx } from '../../../platform/database/transact.ts';
import { defineJob } from '../../../platform/jobs/define-job.ts';
import { appendOrgEntry } from '../../audit/exports/append-entry.ts';
import type { Proof } from './verify-passkey.ts';

/** A passkey of an active member. */
export type FoundPasskey = { member: Member; passkeyId: string; publicKey: Uint8Array };

/** `not_proven`: the signature is not of this passkey, challenge and service. `counter`: somebody has a copy of it. */
export type RefusedFor = 'not_proven' | 'counter';

type Used = { passkey: FoundPasskey; refusedFor: undefined } | { refusedFor: RefusedFor };

/**
 * Judges what a browser shows of a passkey, and notes its use. The signature is judged for an unknown passkey, too, by a
 * key of nobody, so that the answer takes as long. `owner` is whoever must have it, where that is known.
 */
export const usePasskey = async (
  context: Pick<Context, 'config'>,
  tx: Tx,
  { challenge, shown, owner }: { challenge: Uint8Array; shown: UsePasskeyBody; owner?: Owner },
): Promise<Used> => {
  const found = await findPasskey(tx, shown.raw_id);
  const publicKey = found?.publicKey ?? KEY_OF_NOBODY;
  // Loaded at its first use: its library is a tenth of what a start would load.
  const { verifyUse } = await import('./verify-passkey.ts');
  const proof = await verifyUse(context.config, { challenge, shown, publicKey });
  if (!found || !proof || !isOf(found.member, shown, owner)) return { refusedFor: 'not_proven' };
  const isFresh = await countUse(tx, found, proof);
  return isFresh ? { passkey: found, refusedFor: undefined } : { refusedFor: 'counter' };
};

type Owner = { organisationId: string; memberId: string | null };

const isOf = (member: Member, { user_handle }: UsePasskeyBody, owner: Owner | undefined): boolean => {
  const isNamed =
    user_handle != null && Buffer.from(user_handle, 'base64url').equals(member.user_handle ?? Buffer.of());
  if (!owner) return isNamed;
  const isOwn = member.organisation_id === owner.organisationId && member.id === owner.memberId;
  return isOwn && (user_handle == null || isNamed);
};

// A known passkey and an unknown one take the same single statement.
const findPasskey = async (tx: Pick<Tx, 'db'>, rawId: string): Promise<FoundPasskey | undefined> => {
  const [found] = await tx.db.$queryRaw<
    (Member & { passkey_id: string; public_key: Uint8Array })[]
  >(Prisma.sql`
    select m.*, p.id as passkey_id, p.public_key
    from passkeys p
    join members m on m.organisation_id = p.organisation_id and m.id = p.member_id and m.status = 'active'
    where p.raw_id = ${Buffer.from(rawId, 'base64url')}
  `);
  if (!found) return undefined;
  const { passkey_id: passkeyId, public_key: publicKey, ...member } = found;
  return { member, passkeyId, publicKey };
};

// An authenticator that counts tells a larger number each time: one that was seen before, or is smaller, is of a copy.
const countUse = async (
  tx: Tx,
  { member, passkeyId }: FoundPasskey,
  { counter, isBackedUp }: Proof,
): Promise<boolean> => {
  const count = Prisma.sql`${BigInt(counter)}::bigint`;
  const counted = await tx.db.$executeRaw(Prisma.sql`
    update passkeys
    set counter = ${count}, last_used_at = ${tx.now}, backed_up = ${isBackedUp}
    where organisation_id = ${member.organisation_id}::uuid and id = ${passkeyId}::uuid
      and (counter < ${count} or (counter = 0 and ${count} = 0))
  `);
  return counted > 0;
};

/**
 * Tells the chain of its organisation that a known passkey was shown and refused. A job does it, since an answer that
 * took longer for a known passkey would tell it from another.
 */
export const recordRefusedPasskey = defineJob({
  id: 'record-refused-passkey',
  payload: z.object({ raw_id: z.string(), reason: z.enum(['not_proven', 'counter']) }),
  run: (context: Pick<Context, 'random' | 'transact'>, { raw_id, reason }) =>
    context.transact(async (tx) => {
      const found = await findPasskey(tx, raw_id);
      if (!found) return;
      appendOrgEntry(context, tx, {
        organisationId: found.member.organisation_id,
        kind: 'member.sign_in_refused',
        payload: { member_id: found.member.id, way: 'passkey', passkey: found.passkeyId, reason },
      });
    }),
});

export const passkeyRefused = (): Refusal =>
  new Refusal(
    'passkey_refused',
    'The passkey is not accepted, or what it answers is used up or too old. Begin again.',
    { headers: { 'WWW-Authenticate': 'Passkey' } },
  );

/** The point by which P-256 is generated, as a COSE key: whoever signs by it is nobody. */
const KEY_OF_NOBODY = Buffer.from(
  'a5010203262001215820' +
    '6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296' +
    '225820' +
    '4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5',
  'hex',
);
