import type { Branding } from '@field-inspection/contract';
import { Prisma } from '#prisma';
import { ApiError } from '../../api-error.ts';
import type { Context } from '../../context.ts';
import type { Tx } from '../../platform/database/transact.ts';
import { appendOrgEntry } from '../audit/exports/append-entry.ts';
import { nameActor } from '../audit/exports/name-actor.ts';
import { viewBranding, withDomain } from './branding-view.ts';
import type { BrandingWrite } from './update-branding.ts';
import { taken } from './plan-domain.ts';
import { RECORD_PREFIX } from './read-domain.ts';
import { requireWhiteLabel } from './require-white-label.ts';

/** A domain whose TXT record has the expected value. */
export type ProvenDomain = { domain: string; domain_value: string };

/**
 * Looks for the TXT record of the domain that the branding names, with no transaction open.
 *
 * @throws {ApiError} domain.not_in_plan; domain.not_verified
 */
export const proveDomain = async (
  { database, resolveTxt, log }: Pick<Context, 'database' | 'resolveTxt' | 'log'>,
  organisationId: string,
): Promise<ProvenDomain> => {
  const row = await database.prisma.branding.findUnique({ where: { organisation_id: organisationId } });
  if (!row?.domain || !row.domain_value)
    throw unverified('No domain is set. Set one with PATCH /v1/branding.');
  const { domain, domain_value } = row;
  await requireWhiteLabel(database.prisma, organisationId);
  const name = `${RECORD_PREFIX}${domain}`;
  const texts = await resolveTxt(name).catch((cause: unknown) => {
    log.warn({ err: cause }, 'the DNS did not answer for a domain');
    throw unverified(`The DNS does not answer for ${name}. Try again later.`, cause);
  });
  if (saysValue(texts, domain_value)) return { domain, domain_value };
  throw unverified(
    texts.length === 0
      ? `There is no TXT record at ${name} yet. Set it, and try again.`
      : `The TXT record at ${name} does not say ${domain_value}. Set it, and try again.`,
  );
};

/**
 * Makes a proven domain the organisation's: links go over it, and it is served. Of two organisations that verify one at
 * once the second waits for the first, and is refused.
 *
 * @throws {ApiError} domain.taken; domain.not_verified, where the branding names another one by now
 */
export const verifyDomain = async (
  context: Pick<Context, 'config' | 'domains' | 'random'>,
  tx: Tx,
  { organisationId, proven, ...actor }: Omit<BrandingWrite, 'ifMatch'> & { proven: ProvenDomain },
): Promise<Branding> => {
  const [row] = await tx.db.branding.updateManyAndReturn({
    where: { organisation_id: organisationId, ...proven },
    data: { version: { increment: 1 }, updated_at: tx.now, domain_missing_since: null },
  });
  if (!row) throw unverified('The domain was changed meanwhile. Get the branding, and verify what it names.');
  const { domain } = proven;
  await tx.db.organisation
    .update({ where: { id: organisationId }, data: { domain } })
    .catch((error: unknown) => {
      const isTaken = error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002';
      throw isTaken ? taken(domain) : error;
    });
  context.domains.forget(domain);
  const payload = { ...nameActor(actor), version: row.version };
  appendOrgEntry(context, tx, {
    organisationId,
    kind: 'branding.domain_verified',
    payload,
    personal: { domain },
  });
  return viewBranding(context, await withDomain(tx.db, row));
};

/** Says whether one of the record's texts is the expected value. */
export const saysValue = (texts: string[], value: string): boolean =>
  texts.map((text) => text.trim()).includes(value);

const unverified = (detail: string, cause?: unknown): ApiError =>
  new ApiError('domain.not_verified', detail, { cause });
