import { Prisma, type WebhookEndpoint as WebhookEndpointRow } from '#prisma';
import type { Context } from '../../../context.ts';
import { leadBy, listPage } from '../../../platform/database/list-page.ts';
import { viewWebhookEndpoint } from './webhook-endpoint-view.ts';

/** One page of the organisation's endpoints, newest first. */
export const listWebhookEndpoints = async (
  context: Pick<Context, 'database' | 'keyring'>,
  {
    organisationId,
    route,
    query,
  }: {
    organisationId: string;
    /** Both list the same, and neither takes the other's cursors. */
    route: 'webhook-endpoints' | 'webhooks';
    query: { limit: number; cursor?: string | undefined };
  },
) => {
  const of = { table: 'webhook_endpoints', organisationId };
  const { rows, ...page } = await listPage<WebhookEndpointRow>(context, {
    list: [route, organisationId],
    cursor: query.cursor,
    limit: query.limit,
    of,
    // Callbacks are as many as sessions: the index has none of them.
    whole: leadBy(of, Prisma.sql`session_id is null and deleted_at is null`),
  });
  return { data: rows.map(viewWebhookEndpoint), ...page };
};
