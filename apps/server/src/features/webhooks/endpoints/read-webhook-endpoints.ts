import { WebhookEndpoint } from '@field-inspection/contract';
import type { z } from 'zod';
import { Prisma, type WebhookEndpoint as WebhookEndpointRow } from '#prisma';
import { noSuch } from '../../../refusals.ts';
import type { Context } from '../../../context.ts';
import { whereEndpoint, type EndpointKey } from '../dispatch/lock-endpoint.ts';
import { leadBy, listPage } from '../../../platform/database/list-page.ts';
import { showRow } from '../../../platform/database/show-row.ts';

export const getWebhookEndpoint = async (
  { database }: Pick<Context, 'database'>,
  key: EndpointKey,
): Promise<z.infer<typeof WebhookEndpoint>> =>
  viewWebhookEndpoint(await findWebhookEndpoint(database.prisma, key));

/**
 * Finds an endpoint.
 *
 * @throws {Refusal} not_found, the same for a deleted endpoint, for another organisation's and for a callback
 */
export const findWebhookEndpoint = async (
  db: Prisma.TransactionClient,
  key: EndpointKey,
): Promise<WebhookEndpointRow> => {
  const row = await db.webhookEndpoint.findUnique({
    where: { ...whereEndpoint(key), deleted_at: null, session_id: null },
  });
  if (!row) throw noSuch('webhook endpoint', key.endpointId);
  return row;
};

export const listWebhookEndpoints = async (
  context: Pick<Context, 'database' | 'keyring'>,
  {
    organisationId,
    route,
    query,
  }: {
    organisationId: string;
    /** Neither route takes the other's cursors, though both list the same. */
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
    // The index leaves out callbacks, since there are as many as sessions.
    whole: leadBy(of, Prisma.sql`session_id is null and deleted_at is null`),
  });
  return { data: rows.map(viewWebhookEndpoint), ...page };
};

export const viewWebhookEndpoint = (row: WebhookEndpointRow): z.infer<typeof WebhookEndpoint> =>
  showRow(WebhookEndpoint, {
    ...row,
    // A process of the release before leaves these columns set when it activates the endpoint.
    paused_reason: row.active ? null : row.paused_reason,
    paused_at: row.active ? null : row.paused_at,
  });
