import { Session, type Metadata, type Shot } from '@field-inspection/contract';
import type { Session as SessionRow } from '#prisma';
import { showRow } from '../../../platform/database/show-row.ts';

export type { Session as SessionRow } from '#prisma';

/** The session as the public API shows it. */
export const viewSession = (row: SessionRow): Session =>
  showRow(Session, {
    ...row,
    metadata: readMetadata(row),
    shots: readShots(row),
    consent_state: { camera: row.consent_camera, gps: row.consent_gps },
    campaign: row.campaign_id,
    outcome: viewOutcome(row),
  });

/** What an operator said it came to. */
export const viewOutcome = ({ outcome, outcome_note, outcome_set_at }: SessionRow) =>
  outcome === null ? null : { outcome, note: outcome_note, set_at: outcome_set_at!.toISOString() };

/** What a session or a campaign asks for; what is written there was read by the contract. */
export const readShots = ({ shots }: Pick<SessionRow, 'shots'>): Shot[] => shots as Shot[];

/** The pairs of a session; what is written there was read by the contract. */
export const readMetadata = ({ metadata }: Pick<SessionRow, 'metadata'>): Metadata => metadata as Metadata;
