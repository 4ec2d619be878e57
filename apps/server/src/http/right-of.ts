import { ROLE_NAMES, ROLES, type Scope } from '@field-inspection/contract';
import { Prisma } from '#prisma';
import { fieldUnauthenticated, unauthenticated } from '../api-error.ts';
import type { Right } from '../platform/database/transact.ts';
import type { Caller, FieldCaller } from './request-state.ts';

/**
 * `address` is given where the right is used for long, as by a socket: then its networks are judged, too. A socket has no
 * key: it was opened with a ticket of the credential. With a `scope` the role of its member must have it.
 */
type Operator = Pick<Caller, 'organisationId' | 'credentialId'> &
  Partial<Pick<Caller, 'keyHash'>> & { address?: string | null; scope?: Scope | null };
type Device = Pick<FieldCaller, 'organisationId' | 'participantId' | 'tokenHash'>;

/**
 * What a write rests on, for its transaction to judge once more when it records: the credential or the device may
 * have been revoked since the request came, while its body was on its way.
 */
export const rightOf = (caller: Operator | Device): Right =>
  'participantId' in caller ? deviceRight(caller) : operatorRight(caller);

const operatorRight = ({ organisationId, credentialId, keyHash, address, scope }: Operator): Right => ({
  name: { kind: 'credential', id: credentialId },
  holds: Prisma.sql`
    select from credentials c
    left join members m on m.organisation_id = c.organisation_id and m.id = c.member_id
    where c.organisation_id = ${organisationId}::uuid and c.id = ${credentialId}::uuid and c.revoked_at is null
      and (c.expires_at is null or c.expires_at > clock_timestamp())
      and (c.member_id is null or m.status = 'active')
      ${keyHash === undefined ? Prisma.empty : byKey(keyHash)}
      ${address === undefined ? Prisma.empty : allowedFrom(address)}
      ${scope ? byRole(scope) : Prisma.empty}`,
  refuse: unauthenticated,
});

// A rotation may have ended the key and left the credential.
const byKey = (keyHash: Buffer<ArrayBuffer>): Prisma.Sql => Prisma.sql`
  and exists (
    select from credential_keys k
    where k.key_hash = ${keyHash} and k.organisation_id = c.organisation_id and k.credential_id = c.id
      and (k.valid_until is null or k.valid_until > clock_timestamp())
  )`;

const allowedFrom = (address: string | null): Prisma.Sql => Prisma.sql`
  and (cardinality(c.allowed_networks) = 0 or ${address}::inet <<= any (c.allowed_networks::inet[]))`;

const byRole = (scope: Scope): Prisma.Sql => {
  const roles = ROLE_NAMES.filter((role) => (ROLES[role] as readonly Scope[]).includes(scope));
  return Prisma.sql`and (c.member_id is null or m.role = any (${roles}))`;
};

// The lock is the invite's: who leaves ends one token of it, and the other devices wait for that moment.
const deviceRight = ({ organisationId, participantId, tokenHash }: Device): Right => ({
  name: { kind: 'participant', id: participantId },
  holds: Prisma.sql`
    select from field_session_tokens f
    join participants p on p.organisation_id = f.organisation_id and p.id = f.participant_id
    where f.token_hash = ${tokenHash} and f.issue = p.issue and p.revoked_at is null
      and p.organisation_id = ${organisationId}::uuid and p.id = ${participantId}::uuid`,
  refuse: fieldUnauthenticated,
});
