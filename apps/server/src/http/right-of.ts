import { Prisma } from '#prisma';
import { fieldUnauthenticated, unauthenticated } from '../api-error.ts';
import type { Right } from '../platform/database/transact.ts';
import type { Caller, FieldCaller } from './request-state.ts';

/** `address` is given where the right is used for long, as by a socket: then its networks are judged, too. */
type Operator = Pick<Caller, 'organisationId' | 'credentialId'> & { address?: string | null };
type Device = Pick<FieldCaller, 'organisationId' | 'participantId' | 'tokenHash'>;

/**
 * What a write rests on, for its transaction to judge once more when it records: the credential or the device may
 * have been revoked since the request came, while its body was on its way.
 */
export const rightOf = (caller: Operator | Device): Right =>
  'participantId' in caller ? deviceRight(caller) : operatorRight(caller);

const operatorRight = ({ organisationId, credentialId, address }: Operator): Right => ({
  name: { kind: 'credential', id: credentialId },
  holds: Prisma.sql`
    select from credentials c
    left join members m on m.organisation_id = c.organisation_id and m.id = c.member_id
    where c.organisation_id = ${organisationId}::uuid and c.id = ${credentialId}::uuid and c.revoked_at is null
      and (c.expires_at is null or c.expires_at > clock_timestamp())
      and (c.member_id is null or m.status = 'active')
      ${address === undefined ? Prisma.empty : allowedFrom(address)}`,
  refuse: unauthenticated,
});

const allowedFrom = (address: string | null): Prisma.Sql => Prisma.sql`
  and (cardinality(c.allowed_networks) = 0 or ${address}::inet <<= any (c.allowed_networks::inet[]))`;

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
