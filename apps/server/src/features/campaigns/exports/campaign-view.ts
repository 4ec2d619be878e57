import { Campaign } from '@field-inspection/contract';
import type { Campaign as CampaignRow } from '#prisma';
import { showRow } from '../../../platform/database/show-row.ts';

export const viewCampaign = (row: CampaignRow): Campaign => showRow(Campaign, row);
