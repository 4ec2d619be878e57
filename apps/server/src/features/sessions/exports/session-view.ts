import type { Session } from '@field-inspection/contract';

/** A row of `sessions`, as SQL and Prisma both give it. */
export type SessionRow = {
  organisation_id: string;
  id: string;
  status: string;
  operator_email: string;
  scheduled_for: Date | null;
  started_at: Date | null;
  ended_at: Date | null;
  notes: string;
  type: string;
  reference: string;
  locale: string;
  consent_camera: string;
  consent_gps: string;
  campaign_id: string | null;
  created_at: Date;
  updated_at: Date;
};

/** The session as the public API shows it (specification 2.1). */
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
