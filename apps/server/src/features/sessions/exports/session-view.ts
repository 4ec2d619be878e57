import { Session, type Metadata } from '@field-inspection/contract';
import type { Session as SessionRow } from '#prisma';
import { showRow } from '../../../platform/database/show-row.ts';

export type { Session as SessionRow } from '#prisma';

/** The session as the public API shows it. */
export const viewSession = (row: SessionRow): Session =>
  showRow(Session, {
    ...row,
    metadata: readMetadata(row),
    consent_state: { camera: row.consent_camera, gps: row.consent_gps },
    campaign: row.campaign_id,
  });

/** The pairs of a session; what is written there was read by the contract. */
export const readMetadata = ({ metadata }: Pick<SessionRow, 'metadata'>): Metadata => metadata as Metadata;
