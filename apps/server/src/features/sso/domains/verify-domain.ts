import type { OrgDomain } from '@field-inspection/contract';
import { domainTaken, nameRecord, sayProof } from '@field-inspection/rules';
import { Prisma, type OrganisationDomain } from '#prisma';
import { noSuch, Refusal } from '../../../refusals.ts';
import type { Context } from '../../../context.ts';
import type { Caller } from '../../../http/request-state.ts';
import type { Tx } from '../../../platform/database/transact.ts';
import { appendOrgEntry } from '../../audit/exports/append-entry.ts';
import { nameActor } from '../../audit/exports/name-actor.ts';
import { requireGrant } from '../../members/exports/change-author.ts';
import { requireSsoOf } from '../../quotas/exports/require-sso.ts';
import { viewDomain } from './domain-view.ts';

/**
 * Looks for the TXT record of a domain, with no transaction open.
 *
 * @throws {Refusal} not_found, sso.not_in_plan, domain.not_verified
 */
export const proveDomain = async (
  { database, resolveTxt, log }: Pick<Context, 'database' | 'resolveTxt' | 'log'>,
  { caller: { organisationId }, domainId }: { caller: Caller; domainId: string },
): Promise<OrganisationDomain> => {
  await requireSsoOf(database.prisma, organisationId);
  const row = await database.prisma.organisationDomain.findFirst({
    where: { organisation_id: organisationId, id: domainId },
  });
  if (!row) throw noSuch('domain', domainId);
  const record = nameRecord(row.name);
  const texts = await resolveTxt(record).catch((cause: unknown) => {
    log.warn({ err: cause }, 'the DNS did not answer for a domain');
    throw unverified(`The DNS does not answer for ${record}. Try again later.`, cause);
  });
  if (texts.map((text) => text.trim()).includes(sayProof(row.proof))) return row;
  throw unverified(
    texts.length === 0
      ? `There is no TXT record at ${record} yet. Set it, and try again.`
      : `The TXT record at ${record} does not say ${sayProof(row.proof)}. Set it, and try again.`,
  );
};

const unverified = (detail: string, cause?: unknown): Refusal =>
  new Refusal('domain.not_verified', detail, { cause });

/**
 * Makes a proven domain the organisation's. Of two organisations that verify one at once the second waits for the first,
 * and is refused.
 *
 * @throws {Refusal} domain.taken, not_found
 */
export const verifyDomain = async (
  context: Pick<Context, 'random'>,
  tx: Tx,
  { caller, proven }: { caller: Caller; proven: OrganisationDomain },
): Promise<OrgDomain> => {
  const { organisation_id, id, proof, name } = proven;
  await requireGrant(tx, caller, { role: 'org_admin' });
  const [row] = await tx.db.organisationDomain
    .updateManyAndReturn({
      where: { organisation_id, id, proof, verified_at: null },
      data: { verified_at: tx.now, record_missing_since: null },
    })
    .catch((error: unknown) => {
      const isTaken = error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002';
      throw isTaken ? domainTaken(name) : error;
    });
  if (!row) return viewDomain(await findVerified(tx, { organisation_id, id }));
  appendOrgEntry(context, tx, {
    organisationId: organisation_id,
    kind: 'sso.domain_verified',
    payload: { ...nameActor(caller), domain: id },
    personal: { name },
  });
  return viewDomain(row);
};

const findVerified = async (
  tx: Tx,
  where: { organisation_id: string; id: string },
): Promise<OrganisationDomain> => {
  // The record was found just now, whatever the last daily look said.
  const [row] = await tx.db.organisationDomain.updateManyAndReturn({
    where: { ...where, verified_at: { not: null } },
    data: { record_missing_since: null },
  });
  if (!row) throw noSuch('domain', where.id);
  return row;
};
