import type { WebhookEndpoint as WebhookEndpointRow } from '#prisma';
import type { Context } from '../../../context.ts';
import { listPage, placeColumn, type Placed } from '../../../platform/database/list-page.ts';
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
  const list = [route, organisationId];
  const { rows, ...page } = await listPage(
    context,
    { list, cursor: query.cursor, limit: query.limit },
    ({ after, order }) =>
      // Raw: the place is kept to the microsecond, which Prisma's dates are not.
      context.database.prisma.$queryRaw<(WebhookEndpointRow & Placed)[]>`
      select *, ${placeColumn}
      from webhook_endpoints
      where organisation_id = ${organisationId}::uuid and session_id is null and deleted_at is null
        and ${after}
      ${order}
    `,
  );
  return { data: rows.map(viewWebhookEndpoint), ...page };
};
