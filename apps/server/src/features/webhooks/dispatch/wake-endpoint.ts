import { Prisma } from '#prisma';
import type { Tx } from '../../../platform/database/transact.ts';
import type { EndpointKey } from './lock-endpoint.ts';

/** Has the workers look at an endpoint when the transaction commits. */
export const wakeEndpoint = (tx: Tx, { organisationId, endpointId }: EndpointKey): void => {
  const name = Prisma.raw(`woken_${tx.lastWrites.length}`);
  tx.lastWrites.push({
    ctes: [
      Prisma.sql`${name} as (
        insert into webhook_due_endpoints (organisation_id, endpoint_id, due_at)
        values (${organisationId}::uuid, ${endpointId}::uuid, ${tx.now})
        returning pg_notify('webhook_wakes', '')
      )`,
    ],
  });
};
