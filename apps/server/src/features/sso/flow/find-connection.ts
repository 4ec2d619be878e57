import { PLAN_LIMITS, PLANS } from '@field-inspection/contract';
import type { Prisma } from '#prisma';
import type { Connection } from '../settings/connection-view.ts';

const SSO_PLANS = PLANS.filter((plan) => PLAN_LIMITS[plan].sso);

/** Members sign in by an active connection alone, and on a plan that includes it. */
const IS_ON = {
  status: 'active',
  organisation: { plan: { in: SSO_PLANS } },
} satisfies Prisma.SsoConnectionWhereInput;

const WHOLE = { certificates: true } as const;

type Db = Pick<Prisma.TransactionClient, 'organisationDomain' | 'ssoConnection'>;

/** Finds the connection that an address leads to: that of the organisation which has verified its domain. */
export const findByAddress = async (db: Db, address: string): Promise<Connection | null> => {
  const domain = await findVerifiedDomain(db, address);
  if (!domain) return null;
  return db.ssoConnection.findFirst({
    where: { organisation_id: domain.organisation_id, ...IS_ON },
    include: WHOLE,
  });
};

export const findVerifiedDomain = (db: Pick<Db, 'organisationDomain'>, address: string) =>
  db.organisationDomain.findFirst({ where: { name: domainOf(address), verified_at: { not: null } } });

// An address that the contract took has its domain in Punycode; a local part in quotes may hold an @.
const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1).toLowerCase();

export const findActive = (
  db: Db,
  where: { id: string } | { organisation_id: string },
): Promise<Connection | null> =>
  db.ssoConnection.findFirst({ where: { ...where, ...IS_ON }, include: WHOLE });

/** Finds a connection in whichever state, on a plan that includes it: a draft is tested. */
export const findAny = (db: Db, organisationId: string): Promise<Connection | null> =>
  db.ssoConnection.findFirst({
    where: { organisation_id: organisationId, organisation: IS_ON.organisation },
    include: WHOLE,
  });
