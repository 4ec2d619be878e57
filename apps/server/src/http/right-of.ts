import { Prisma } from '#prisma';
import type { Right } from '../platform/database/transact.ts';
import { fieldUnauthenticated, unauthenticated } from './unauthenticated.ts';
import type { Caller, FieldCaller } from './request-state.ts';

/**
 * What a write rests on, for its transaction to judge once more when it records: the credential or the device may
 * have been revoked since the request came, while its body was on its way.
 */
export const rightOf = (caller: Caller | FieldCaller): Right =>
  'participantId' in caller ? fieldRight(caller) : credentialRight(caller);

// Under a lock that the revocation waits for: what it answers after, it comes after.
const credentialRight = ({ organisationId, credentialId }: Caller): Right => ({
  holds: Prisma.sql`
    select from credentials
    where organisation_id = ${organisationId}::uuid and id = ${credentialId}::uuid and revoked_at is null
    for share`,
  refuse: unauthenticated,
});

// Without a lock of its own: who revokes, reissues or leaves holds the session's, and so does every write of a device.
const fieldRight = ({ organisationId, participantId, tokenHash }: FieldCaller): Right => ({
  holds: Prisma.sql`
    select from field_session_tokens f
    join participants p on p.organisation_id = f.organisation_id and p.id = f.participant_id
    where f.token_hash = ${tokenHash} and f.issue = p.issue and p.revoked_at is null
      and p.organisation_id = ${organisationId}::uuid and p.id = ${participantId}::uuid`,
  refuse: fieldUnauthenticated,
});
