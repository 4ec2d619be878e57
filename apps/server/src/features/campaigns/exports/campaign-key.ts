export type CampaignKey = { organisationId: string; campaignId: string };

export const campaignKeyOf = ({
  caller,
  params,
}: {
  caller: { organisationId: string };
  params: { campaign_id: string };
}): CampaignKey => ({ organisationId: caller.organisationId, campaignId: params.campaign_id });
