import { Prisma } from '#prisma';
import { Refusal, fieldUnauthenticated, unauthenticated } from '../refusals.ts';
import type { Right } from '../platform/database/effects.ts';
import { JUDGED_CREDENTIAL, listRolesWith } from './judged-credential.ts';
import type { Caller, FieldCaller } from './request-state.ts';

/** An operator; without a key or a session's token on a socket, which a ticket of the credential opened. */
type Operator = Pick<Caller, 'organisationId' | 'credentialId' | 'address' | 'neededScopes'> & {
  keyHash: Caller['keyHash'] | null;
  session?: Caller['session'];
};
type Device = Pick<FieldCaller, 'organisationId' | 'participantId' | 'tokenHash'>;

/**
 * Gives the right that a write rests on. Its transaction judges the right once more when it records: while the body was
 * on its way, the credential or the device may have been revoked, and the credential may have lost a scope that the
 * request needs, or been bound to networks without its address.
 */
export const rightOf = (caller: Operator | Device): Right =>
  'participantId' in caller ? deviceRight(caller) : operatorRight(caller);

const operatorRight = ({
  organisationId,
  credentialId,
  keyHash,
  address,
  neededScopes,
  session,
}: Operator): Right => ({
  name: { kind: 'credential', id: credentialId },
  holds: Prisma.sql`
    select j.permits
    from (
      select ${organisationId}::uuid as organisation_id, ${credentialId}::uuid as credential_id,
        ${address}::inet as address, ${[...neededScopes]}::text[] as scopes,
        ${listRolesWith(neededScopes)}::text[] as roles
    ) a
    cross join lateral (${Prisma.raw(JUDGED_CREDENTIAL)}) j
    ${keyHash === null ? Prisma.empty : byKey(keyHash)}`,
  refuse: (isAlive) => (isAlive ? narrowed(neededScopes) : unauthenticated(session ? 'cookie' : 'value')),
});

// A rotation may have ended the key and left the credential.
const byKey = (keyHash: Buffer<ArrayBuffer>): Prisma.Sql => Prisma.sql`
  where exists (
    select from credential_keys k
    where k.key_hash = ${keyHash} and k.organisation_id = a.organisation_id and k.credential_id = a.credential_id
      and (k.valid_until is null or k.valid_until > clock_timestamp())
  )`;

const narrowed = (scopes: Caller['neededScopes']): Refusal => {
  const needed = `${scopes.length > 1 ? 'the scopes' : 'the scope'} ${scopes.join(' and ')}`;
  const why = 'which the credential, or the role of its member, has lost since it was sent';
  return new Refusal('permission_denied', `This needs ${needed}, ${why}.`);
};

// The lock is the invite's: who leaves ends one token of it, and the other devices wait for that moment.
const deviceRight = ({ organisationId, participantId, tokenHash }: Device): Right => ({
  name: { kind: 'participant', id: participantId },
  holds: Prisma.sql`
    select true as permits
    from field_session_tokens f
    join participants p on p.organisation_id = f.organisation_id and p.id = f.participant_id
    where f.token_hash = ${tokenHash} and f.issue = p.issue and p.revoked_at is null
      and p.organisation_id = ${organisationId}::uuid and p.id = ${participantId}::uuid`,
  refuse: () => fieldUnauthenticated(),
});
