import { OUTCOMES, SESSION_STATUSES, type CampaignSummary } from '@field-inspection/contract';
import type { Context } from '../../context.ts';
import type { CampaignKey } from '../campaigns/exports/campaign-key.ts';
import { getCampaign } from '../campaigns/exports/get-campaign.ts';

/** Counts the sessions of a campaign by status and outcome, in one statement, however many there are. */
export const summarizeCampaign = async (
  context: Pick<Context, 'database'>,
  key: CampaignKey,
): Promise<CampaignSummary> => {
  await getCampaign(context, key);
  const states = await context.database.prisma.session.groupBy({
    by: ['status', 'outcome'],
    where: { organisation_id: key.organisationId, campaign_id: key.campaignId },
    _count: true,
    _min: { created_at: true },
    _max: { created_at: true },
  });
  const countBy = <Name extends string>(column: 'status' | 'outcome', names: readonly Name[]) =>
    Object.fromEntries(
      names.map((name) => [name, sumOf(states.filter((state) => state[column] === name))]),
    ) as Record<Name, number>;
  const firsts = states.map(({ _min }) => _min.created_at!.getTime());
  const lasts = states.map(({ _max }) => _max.created_at!.getTime());
  return {
    campaign: key.campaignId,
    session_count: sumOf(states),
    status_counts: countBy('status', SESSION_STATUSES),
    outcome_counts: countBy('outcome', OUTCOMES),
    first_created_at: states.length > 0 ? new Date(Math.min(...firsts)).toISOString() : null,
    last_created_at: states.length > 0 ? new Date(Math.max(...lasts)).toISOString() : null,
  };
};

const sumOf = (states: { _count: number }[]): number => states.reduce((sum, { _count }) => sum + _count, 0);
