import { Campaign } from '@field-inspection/contract';
import type { Campaign as CampaignRow } from '#prisma';
import { showRow } from '../../../platform/database/show-row.ts';
import { readShots } from '../../sessions/exports/session-view.ts';

export const viewCampaign = (row: CampaignRow): Campaign =>
  showRow(Campaign, { ...row, shots: readShots(row) });
