import type { Branding } from '#prisma';
import { ApiError } from '../../api-error.ts';
import type { Context } from '../../context.ts';
import type { Tx } from '../../platform/database/transact.ts';
import { readDomain } from './read-domain.ts';
import { requireWhiteLabel } from './require-white-label.ts';

type DomainColumns = { domain: string | null; domain_value: string | null; domain_missing_since: null };

/**
 * Plans the columns that a change of the domain writes; undefined if the domain stays.
 *
 * @throws {ApiError} validation_error; domain.not_in_plan; domain.taken, where another organisation has verified it
 */
export const planDomain = async (
  { config, random }: Pick<Context, 'config' | 'random'>,
  tx: Tx,
  { held, given }: { held: Branding; given: string | null | undefined },
): Promise<DomainColumns | undefined> => {
  if (given === undefined) return undefined;
  const { organisation_id: organisationId } = held;
  const domain = given === null ? null : readDomain(config, given);
  if (domain === held.domain) return undefined;
  if (domain === null) return { domain, domain_value: null, domain_missing_since: null };
  await requireWhiteLabel(tx.db, organisationId);
  const owner = await tx.db.organisation.findUnique({ where: { domain }, select: { id: true } });
  if (owner && owner.id !== organisationId) throw taken(domain);
  const domain_value = `field-inspection-verification=${random.bytes(32).toString('base64url')}`;
  return { domain, domain_value, domain_missing_since: null };
};

/** Drops the verified domain: links stop using it, and it is no longer served. */
export const dropDomain = async (
  { domains }: Pick<Context, 'domains'>,
  tx: Tx,
  organisationId: string,
): Promise<void> => {
  const where = { id: organisationId };
  const { domain } = await tx.db.organisation.findUniqueOrThrow({ where, select: { domain: true } });
  if (domain === null) return;
  await tx.db.organisation.update({ where, data: { domain: null } });
  domains.forget(domain);
};

export const taken = (domain: string): ApiError =>
  new ApiError('domain.taken', `Another organisation has verified ${domain}.`);
