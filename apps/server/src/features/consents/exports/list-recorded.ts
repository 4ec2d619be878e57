import type { Recorded } from '@field-inspection/rules';
import type { Tx } from '../../../platform/database/transact.ts';

/**
 * The people whom a recording of a session would hold, or has held. The caller holds the session's lock, which every
 * entry and every answer takes. Raw: presence is read from two tables.
 */
export const listRecorded = (
  tx: Tx,
  { organisationId, sessionId }: { organisationId: string; sessionId: string },
): Promise<Recorded[]> =>
  tx.db.$queryRaw<Recorded[]>`
    select p.id, p.consent_recording as recording,
      p.joined_at is not null and p.revoked_at is null and exists (
        select from field_session_tokens f
        where f.organisation_id = p.organisation_id and f.participant_id = p.id and f.issue = p.issue
          and f.left_at is null
      ) as is_in
    from participants p
    where p.organisation_id = ${organisationId}::uuid and p.session_id = ${sessionId}::uuid
      and (p.joined_at is not null or p.consent_recording <> 'pending')
    order by p.created_at, p.id
  `;
