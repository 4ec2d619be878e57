import { callerOf } from '../../../http/request-state.ts';

export type CampaignKey = { organisationId: string; campaignId: string };

/** The campaign that a path names. */
export const campaignKeyOf = ({
  req,
  params,
}: {
  req: object;
  params: { campaign_id: string };
}): CampaignKey => ({
  organisationId: callerOf(req).organisationId,
  campaignId: params.campaign_id,
});
