import type { Context } from '../../../context.ts';
import { CrontabPayload, defineJob } from '../../../platform/jobs/define-job.ts';
import { enqueueReport } from './report-disabled-endpoint.job.ts';

/** A pull endpoint that nobody has read for so long, while something waits in it for as long, is paused. */
export const UNREAD_DAYS = 7;
const DAY_MS = 86_400_000;

/** Pauses the endpoints that no reader reads any more: what they keep grows with every event. */
export const pauseUnreadEndpoints = defineJob({
  id: 'pause-unread-endpoints',
  payload: CrontabPayload,
  run: (context: Context) =>
    context.transact(async (tx) => {
      const unreadSince = new Date(tx.now.getTime() - UNREAD_DAYS * DAY_MS);
      // The event after the last one that was acknowledged has waited longest.
      const paused = await tx.db.$queryRaw<{ organisation_id: string; id: string }[]>`
        update webhook_endpoints w
        set active = false, paused_reason = 'unread', paused_at = ${tx.now}
        where w.kind = 'pull' and w.active and w.deleted_at is null
          and (w.read_at is null or w.read_at <= ${unreadSince})
          and exists (
            select from webhook_deliveries d
            where d.organisation_id = w.organisation_id and d.endpoint_id = w.id
              and d.sequence = w.acknowledged_sequence + 1 and d.created_at <= ${unreadSince}
          )
        returning w.organisation_id, w.id
      `;
      for (const { organisation_id, id } of paused) {
        enqueueReport(tx, { organisationId: organisation_id, endpointId: id });
      }
    }),
});
