import type { Session } from '@field-inspection/contract';
import type { Session as SessionRow } from '#prisma';

export type { Session as SessionRow } from '#prisma';

/** The session as the public API shows it. */
export const viewSession = (row: SessionRow): Session =>
  ({
    id: row.id,
    status: row.status,
    operator_email: row.operator_email,
    scheduled_for: row.scheduled_for?.toISOString() ?? null,
    started_at: row.started_at?.toISOString() ?? null,
    ended_at: row.ended_at?.toISOString() ?? null,
    notes: row.notes,
    locale: row.locale,
    consent_state: { camera: row.consent_camera, gps: row.consent_gps },
    campaign: row.campaign_id,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    // The table's checks hold the columns to the contract's words.
  }) as Session;
