import type { Evidence } from '@field-inspection/contract';
import type { Evidence as EvidenceRow } from '#prisma';

export type { Evidence as EvidenceRow } from '#prisma';

/** A piece of evidence as every API shows it. */
export const viewEvidence = (row: EvidenceRow): Evidence =>
  ({
    id: row.id,
    session: row.session_id,
    kind: row.kind,
    status: row.status,
    mime: row.mime,
    byte_size: row.byte_size === null ? null : Number(row.byte_size),
    sha256: row.sha256,
    captured_at: row.captured_at?.toISOString() ?? null,
    received_at: row.received_at?.toISOString() ?? null,
    gps: viewPlace(row),
    slot: row.slot,
    annotates: row.annotates,
    whiteboard: row.whiteboard_id,
    version: row.version,
    width: row.width,
    height: row.height,
    failure:
      row.failure_code === null ? null : { code: row.failure_code, message: row.failure_message ?? '' },
    created_at: row.created_at.toISOString(),
    // The table's checks hold the columns to the contract's words.
  }) as Evidence;

const viewPlace = ({ lat_e7, lon_e7, accuracy_cm }: EvidenceRow): Evidence['gps'] =>
  lat_e7 === null || lon_e7 === null
    ? null
    : { lat: lat_e7 / 1e7, lon: lon_e7 / 1e7, accuracy: accuracy_cm === null ? null : accuracy_cm / 100 };
