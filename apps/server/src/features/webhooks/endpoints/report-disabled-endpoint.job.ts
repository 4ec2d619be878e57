import { z } from 'zod';
import type { Context } from '../../../context.ts';
import { defineJob } from '../../../platform/jobs/define-job.ts';
import { queueMessage } from '../../notifications/exports/queue-message.ts';
import { lockEndpointIfKept } from '../dispatch/lock-endpoint.ts';

/**
 * Tells the operators of an organisation, each once, that an endpoint which took nothing for days is disabled.
 * Of a callback the delivery log tells: nobody can activate it, a redelivery sets it going again.
 */
export const reportDisabledEndpoint = defineJob({
  id: 'report-disabled-endpoint',
  payload: z.object({ organisation_id: z.guid(), endpoint_id: z.guid() }),
  run: (context: Context, { organisation_id, endpoint_id }) =>
    context.transact(async (tx) => {
      const key = { organisationId: organisation_id, endpointId: endpoint_id };
      const endpoint = await lockEndpointIfKept(tx, key);
      // Active again or deleted meanwhile: somebody knows already.
      if (!endpoint || endpoint.active || endpoint.failing_since === null) return;
      context.log.warn(
        { organisation_id, endpoint_id },
        'webhook endpoint disabled: it took nothing for days',
      );
      if (endpoint.session_id !== null) return;
      const { locale } = await tx.db.organisation.findUniqueOrThrow({ where: { id: organisation_id } });
      const operators = await tx.db.credential.findMany({
        where: { organisation_id, revoked_at: null },
        distinct: ['operator_email'],
        select: { operator_email: true },
      });
      for (const { operator_email } of operators) {
        await queueMessage(context, tx, {
          endpoint: { organisation_id, id: endpoint_id, locale },
          kind: 'endpoint_disabled',
          channel: 'email',
          recipient: operator_email,
          dedupeKey: [
            'endpoint_disabled',
            endpoint_id,
            endpoint.failing_since.toISOString(),
            operator_email,
          ].join(':'),
          expiresAt: null,
        });
      }
    }),
});
