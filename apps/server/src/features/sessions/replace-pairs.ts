import type { Tx } from '../../platform/database/transact.ts';
import type { SessionKey } from './exports/lock-session.ts';

/**
 * Brings the rows that lists find a session by to its `metadata`, in one statement under the session's lock. Pairs that
 * did not change are not written.
 */
export const replacePairs = async (tx: Tx, { organisationId, sessionId }: SessionKey): Promise<void> => {
  await tx.db.$executeRaw`
    with wanted as (
      select s.organisation_id, s.id as session_id, pair.key, pair.value, s.created_at
      from sessions s, jsonb_each_text(s.metadata) pair
      where s.organisation_id = ${organisationId}::uuid and s.id = ${sessionId}::uuid
    ),
    removed as (
      delete from session_metadata
      where organisation_id = ${organisationId}::uuid and session_id = ${sessionId}::uuid
        and key not in (select key from wanted)
    )
    insert into session_metadata (organisation_id, session_id, key, value, created_at)
    select organisation_id, session_id, key, value, created_at from wanted
    on conflict (organisation_id, session_id, key) do update set value = excluded.value
    where session_metadata.value <> excluded.value
  `;
};
