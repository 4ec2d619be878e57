import type { OrgDomain } from '@field-inspection/contract';
import { describeRecord, sayProof } from '@field-inspection/rules';
import type { OrganisationDomain } from '#prisma';

export const viewDomain = ({ id, name, proof, verified_at, created_at }: OrganisationDomain): OrgDomain => ({
  id,
  name,
  record: describeRecord(name, sayProof(proof)),
  verified_at: verified_at?.toISOString() ?? null,
  created_at: created_at.toISOString(),
});
