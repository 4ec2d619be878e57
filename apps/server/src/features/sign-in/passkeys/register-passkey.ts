import {
  MAX_PASSKEYS,
  type CreatePasskeyBody,
  type Passkey,
  type PasskeyCreation,
} from '@field-inspection/contract';
import { Prisma, type Member } from '#prisma';
import { Refusal } from '../../../refusals.ts';
import type { Context } from '../../../context.ts';
import type { readDevice } from '../../../http/callers/read-device.ts';
import type { Caller } from '../../../http/request-state.ts';
import type { Tx } from '../../../platform/database/transact.ts';
import { appendOrgEntry } from '../../audit/exports/append-entry.ts';
import { nameActor } from '../../audit/exports/name-actor.ts';
import { nameDevice } from '../exports/name-device.ts';
import { drawChallenge, takeChallenge } from './challenges.ts';
import { findKnown, tellOfPasskey, viewPasskey } from './member-passkeys.ts';
import { describeCreation } from './passkey-options.ts';
import { passkeyRefused } from './use-passkey.ts';
import type { NewKey } from './verify-passkey.ts';

/**
 * Begins the registration of a passkey. From the first on a member has a random handle, by which authenticators know
 * them; it tells no two organisations that they are one person.
 *
 * @throws {Refusal} passkey_limit
 */
export const beginPasskey = async (
  context: Pick<Context, 'config' | 'ids' | 'random'>,
  tx: Tx,
  caller: Caller,
): Promise<PasskeyCreation> => {
  const known = await findKnown(tx, caller);
  if (known.length >= MAX_PASSKEYS) throw tooMany();
  const { organisationId, memberId } = caller;
  const [member] = await tx.db.$queryRaw<(Member & { organisation_name: string })[]>(Prisma.sql`
    update members m
    set user_handle = coalesce(m.user_handle, ${Uint8Array.from(context.random.bytes(32))})
    from organisations o
    where o.id = m.organisation_id and m.organisation_id = ${organisationId}::uuid and m.id = ${memberId}::uuid
    returning m.*, o.name as organisation_name
  `);
  return describeCreation(context.config, {
    challenge: await drawChallenge(context, tx, { purpose: 'passkey_registration', caller }),
    member: member!,
    userHandle: member!.user_handle!,
    organisationName: member!.organisation_name,
    known,
  });
};

/**
 * Judges what the browser made. The challenge is used up in a transaction of its own, whatever is wrong.
 *
 * @throws {Refusal} passkey_refused
 */
export const judgePasskey = async (
  context: Pick<Context, 'config' | 'transact'>,
  { caller, shown }: { caller: Caller; shown: CreatePasskeyBody },
): Promise<NewKey> => {
  const taken = await context.transact((tx) =>
    takeChallenge(tx, { purpose: 'passkey_registration', caller }),
  );
  const { verifyCreation } = await import('./verify-passkey.ts');
  const key = taken && (await verifyCreation(context.config, { challenge: taken.challenge, shown }));
  if (!key) throw passkeyRefused();
  return key;
};

type NewPasskey = {
  caller: Caller;
  key: NewKey;
  shown: Pick<CreatePasskeyBody, 'name' | 'transports'>;
  device: ReturnType<typeof readDevice>;
};

/**
 * Adds a passkey, with an entry in the organisation's chain and a mail to the member. A passkey that is known already,
 * whoever has it, is refused as a wrong one.
 *
 * @throws {Refusal} passkey_limit, passkey_refused
 */
export const addPasskey = async (
  context: Pick<Context, 'ids' | 'keyring' | 'random'>,
  tx: Tx,
  { caller, key, shown: { name, transports = [] }, device }: NewPasskey,
): Promise<Passkey> => {
  const { organisationId, memberId } = caller;
  const member = await lockMember(tx, caller);
  const where = { organisation_id: organisationId, member_id: memberId! };
  if ((await tx.db.passkey.count({ where })) >= MAX_PASSKEYS) throw tooMany();
  const row = {
    ...where,
    id: context.ids.next(),
    raw_id: key.rawId,
    public_key: key.publicKey,
    counter: BigInt(key.counter),
    name: name ?? nameDevice(device.userAgent),
    transports: [...new Set(transports)],
    backed_up: key.isBackedUp,
    created_at: tx.now,
    last_used_at: null,
  };
  const { count } = await tx.db.passkey.createMany({ data: [row], skipDuplicates: true });
  if (count === 0) throw passkeyRefused();
  appendOrgEntry(context, tx, {
    organisationId,
    kind: 'member.passkey_added',
    payload: { ...nameActor(caller), passkey: row.id, backed_up: row.backed_up },
    personal: { name: row.name, user_agent: device.userAgent.slice(0, 300), address: device.address },
  });
  tellOfPasskey(context, tx, { member, row, kind: 'new_passkey' });
  return viewPasskey(row);
};

// The second of two registrations at once counts the first.
const lockMember = async (tx: Tx, { organisationId, memberId }: Caller): Promise<Member> => {
  const [member] = await tx.db.$queryRaw<Member[]>(Prisma.sql`
    select * from members
    where organisation_id = ${organisationId}::uuid and id = ${memberId}::uuid and status = 'active'
    for no key update
  `);
  if (!member) throw passkeyRefused();
  return member;
};

const tooMany = (): Refusal =>
  new Refusal('passkey_limit', `You have ${MAX_PASSKEYS} passkeys. Remove one that you no longer use.`);
