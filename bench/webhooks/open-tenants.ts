import { seedOrganisation } from '../../apps/server/src/testing/seed-organisation.ts';
import { seedWebhookEndpoint } from '../../apps/server/src/testing/seed-webhook-endpoint.ts';
import type { Context } from '../../apps/server/src/context.ts';

export type Tenant = { organisationId: string; endpointIds: string[] };

/** Organisations with so many endpoints each, whose URLs are told apart by their number. */
export const openTenants = async (
  context: Context,
  {
    organisations,
    endpoints,
    urlOf,
  }: { organisations: number; endpoints: number; urlOf: (index: number) => string },
): Promise<Tenant[]> => {
  const tenants: Tenant[] = [];
  for (let index = 0; index < organisations; index++) {
    const { organisationId } = await seedOrganisation(context);
    const endpointIds: string[] = [];
    for (let place = 0; place < endpoints; place++) {
      const url = urlOf(index * endpoints + place);
      endpointIds.push((await seedWebhookEndpoint(context, { organisationId, url })).id);
    }
    tenants.push({ organisationId, endpointIds });
  }
  return tenants;
};
