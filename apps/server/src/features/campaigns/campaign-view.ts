import type { Campaign } from '@field-inspection/contract';

export type CampaignRow = { id: string; name: string; description: string; created_at: Date };

export const viewCampaign = ({ id, name, description, created_at }: CampaignRow): Campaign => ({
  id,
  name,
  description,
  created_at: created_at.toISOString(),
});
