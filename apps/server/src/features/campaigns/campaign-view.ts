import type { Campaign } from '@field-inspection/contract';
import type { Campaign as CampaignRow } from '#prisma';

export const viewCampaign = ({ id, name, description, created_at }: CampaignRow): Campaign => ({
  id,
  name,
  description,
  created_at: created_at.toISOString(),
});
