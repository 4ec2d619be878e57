import type { OrgDomain } from '@field-inspection/contract';
import { describeRecord, sayProof } from '@field-inspection/rules';
import type { OrganisationDomain } from '#prisma';

export const viewDomain = ({ id, name, proof, ...times }: OrganisationDomain): OrgDomain => ({
  id,
  name,
  record: describeRecord(name, sayProof(proof)),
  verified_at: times.verified_at?.toISOString() ?? null,
  record_missing_since: times.record_missing_since?.toISOString() ?? null,
  created_at: times.created_at.toISOString(),
});
