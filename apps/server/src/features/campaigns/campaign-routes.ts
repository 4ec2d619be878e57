import {
  type Campaign,
  contract,
  type CreateCampaignBody,
  type UpdateCampaignBody,
} from '@field-inspection/contract';
import { campaignInUse, storeShots } from '@field-inspection/rules';
import type { z } from 'zod';
import type { Campaign as CampaignRow } from '#prisma';
import { noSuch } from '../../refusals.ts';
import type { Context } from '../../context.ts';
import { implement } from '../../http/routes/implement-routes.ts';
import { listPage } from '../../platform/database/list-page.ts';
import type { Tx } from '../../platform/database/transact.ts';
import { readDatabaseFailure } from '../../platform/read-database-failure.ts';
import { type CampaignKey, campaignKeyOf } from './exports/campaign-key.ts';
import { viewCampaign } from './exports/campaign-view.ts';
import { getCampaign } from './exports/get-campaign.ts';

export const campaignRoutes = (context: Context) =>
  implement(contract.campaigns, {
    create: (tx, { caller, body }) => createCampaign(context, tx, { ...caller, body }),
    list: ({ caller, query }) => listCampaigns(context, { ...caller, query }),
    get: (given) => getCampaign(context, campaignKeyOf(given)),
    update: (tx, given) => updateCampaign(tx, { ...campaignKeyOf(given), body: given.body }),
    delete: (tx, given) => deleteCampaign(tx, campaignKeyOf(given)),
  });

export const listCampaigns = async (
  context: Pick<Context, 'database' | 'keyring'>,
  {
    organisationId,
    query,
  }: { organisationId: string; query: { limit: number; cursor?: string | undefined } },
) => {
  const { rows, ...page } = await listPage<CampaignRow>(context, {
    list: ['campaigns', organisationId],
    cursor: query.cursor,
    limit: query.limit,
    of: { table: 'campaigns', organisationId },
  });
  return { data: rows.map(viewCampaign), ...page };
};

/** The foreign key judges it: if a session is given the campaign during the deletion, the later of the two waits. */
export const deleteCampaign = async (tx: Tx, { organisationId, campaignId }: CampaignKey): Promise<void> => {
  const where = { organisation_id: organisationId, id: campaignId };
  const { count } = await tx.db.campaign.deleteMany({ where }).catch((error: unknown) => {
    if (!IN_USE.has(readDatabaseFailure(error)?.code ?? '')) throw error;
    throw campaignInUse(error);
  });
  if (count === 0) throw noSuch('campaign', campaignId);
};

// foreign_key_violation, which PostgreSQL 18 calls restrict_violation.
const IN_USE = new Set(['23503', '23001']);

const createCampaign = async (
  { ids }: Pick<Context, 'ids'>,
  tx: Tx,
  { organisationId, body }: { organisationId: string; body: z.output<typeof CreateCampaignBody> },
): Promise<Campaign> => {
  const row = await tx.db.campaign.create({
    data: {
      organisation_id: organisationId,
      id: ids.next(),
      name: body.name,
      description: body.description ?? '',
      shots: storeShots(body.shots),
      created_at: tx.now,
    },
  });
  return viewCampaign(row);
};

const updateCampaign = async (
  tx: Tx,
  {
    organisationId,
    campaignId,
    body: { name, description, shots },
  }: CampaignKey & { body: z.output<typeof UpdateCampaignBody> },
): Promise<Campaign> => {
  const [row] = await tx.db.campaign.updateManyAndReturn({
    where: { organisation_id: organisationId, id: campaignId },
    data: {
      ...(name === undefined ? {} : { name }),
      ...(description === undefined ? {} : { description }),
      ...(shots === undefined ? {} : { shots: storeShots(shots) }),
    },
  });
  if (!row) throw noSuch('campaign', campaignId);
  return viewCampaign(row);
};
