import { PLAN_LIMITS, PLANS } from '@field-inspection/contract';
import type { Member } from '#prisma';
import { Refusal } from '../../../refusals.ts';
import type { Tx } from '../../../platform/database/transact.ts';

/** Plans whose organisations sign in by a provider: one that has lost its plan locks nobody out. */
const SSO_PLANS = PLANS.filter((plan) => PLAN_LIMITS[plan].sso);

/**
 * Tells whether a member signs in by the identity provider of their company alone. An org_admin with break_glass does
 * not, so that a fault of the provider locks nobody out for good.
 */
export const isBoundToProvider = async (
  tx: Pick<Tx, 'db'>,
  { organisation_id, role, break_glass }: Pick<Member, 'organisation_id' | 'role' | 'break_glass'>,
): Promise<boolean> => {
  if (role === 'org_admin' && break_glass) return false;
  const where = { organisation_id, enforced: true, organisation: { plan: { in: SSO_PLANS } } };
  return (await tx.db.ssoConnection.count({ where })) > 0;
};

/**
 * Refuses a way past the provider of an organisation that enforces it.
 *
 * @throws {Refusal} sso_required
 */
export const requireOpenWay = async (
  tx: Pick<Tx, 'db'>,
  member: Pick<Member, 'organisation_id' | 'role' | 'break_glass'>,
): Promise<void> => {
  if (await isBoundToProvider(tx, member)) throw ssoRequired();
};

const ssoRequired = (): Refusal =>
  new Refusal(
    'sso_required',
    "The organisation's members sign in by their company's identity provider. Begin anew, and go on with it.",
  );
