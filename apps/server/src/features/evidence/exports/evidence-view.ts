import { Evidence } from '@field-inspection/contract';
import type { Evidence as EvidenceRow } from '#prisma';
import { showRow } from '../../../platform/database/show-row.ts';

export type { Evidence as EvidenceRow } from '#prisma';

export const viewEvidence = (row: EvidenceRow): Evidence =>
  showRow(Evidence, {
    ...row,
    session: row.session_id,
    byte_size: row.byte_size === null ? null : Number(row.byte_size),
    gps: viewLocation(row),
    whiteboard: row.whiteboard_id,
    finding: viewFinding(row),
    failure:
      row.failure_code === null ? null : { code: row.failure_code, message: row.failure_message ?? '' },
  });

const viewFinding = ({ finding, finding_author, finding_set_at }: EvidenceRow): Evidence['finding'] =>
  finding_set_at && { text: finding, author: finding_author, set_at: finding_set_at.toISOString() };

const viewLocation = ({ lat_e7, lon_e7, accuracy_cm }: EvidenceRow): Evidence['gps'] =>
  lat_e7 === null || lon_e7 === null
    ? null
    : { lat: lat_e7 / 1e7, lon: lon_e7 / 1e7, accuracy: accuracy_cm === null ? null : accuracy_cm / 100 };
