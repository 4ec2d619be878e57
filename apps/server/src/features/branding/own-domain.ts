import type { Branding, Plan } from '@field-inspection/contract';
import { nameRecord, noDomain, requireWhiteLabel, sayProof } from '@field-inspection/rules';
import { type Branding as Row, Prisma } from '#prisma';
import { Refusal } from '../../refusals.ts';
import type { Context } from '../../context.ts';
import type { Tx } from '../../platform/database/transact.ts';
import { appendOrgEntry } from '../audit/exports/append-entry.ts';
import { nameActor } from '../audit/exports/name-actor.ts';
import { viewBranding, withDomain } from './branding-view.ts';
import { readOwnDomain } from './exports/read-own-domain.ts';
import type { BrandingWrite } from './lock-branding.ts';

type ProvenDomain = { domain: string; domain_value: string };

/**
 * Looks for the TXT record of the domain that the branding names, with no transaction open.
 *
 * @throws {Refusal} domain.not_in_plan; domain.not_verified
 */
export const proveDomain = async (
  { database, resolveTxt, log }: Pick<Context, 'database' | 'resolveTxt' | 'log'>,
  organisationId: string,
): Promise<ProvenDomain> => {
  const row = await database.prisma.branding.findUnique({ where: { organisation_id: organisationId } });
  if (!row?.domain || !row.domain_value) throw noDomain();
  const { domain, domain_value } = row;
  requireWhiteLabel(await readPlan(database.prisma, organisationId));
  const name = nameRecord(domain);
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
 * @throws {Refusal} domain.taken; domain.not_verified, where the branding names another one by now
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

export const saysValue = (texts: string[], value: string): boolean =>
  texts.map((text) => text.trim()).includes(value);

const unverified = (detail: string, cause?: unknown): Refusal =>
  new Refusal('domain.not_verified', detail, { cause });

type DomainColumns = { domain: string | null; domain_value: string | null; domain_missing_since: null };

/**
 * Plans the columns that a change of the domain writes; undefined if the domain stays.
 *
 * @throws {Refusal} validation_error; domain.not_in_plan; domain.taken, where another organisation has verified it
 */
export const planDomain = async (
  { config, random }: Pick<Context, 'config' | 'random'>,
  tx: Tx,
  { held, given }: { held: Row; given: string | null | undefined },
): Promise<DomainColumns | undefined> => {
  if (given === undefined) return undefined;
  const { organisation_id: organisationId } = held;
  const domain = given === null ? null : readOwnDomain(config, given);
  if (domain === held.domain) return undefined;
  if (domain === null) return { domain, domain_value: null, domain_missing_since: null };
  requireWhiteLabel(await readPlan(tx.db, organisationId));
  const owner = await tx.db.organisation.findUnique({ where: { domain }, select: { id: true } });
  if (owner && owner.id !== organisationId) throw taken(domain);
  const domain_value = sayProof(random.bytes(32).toString('base64url'));
  return { domain, domain_value, domain_missing_since: null };
};

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

const taken = (domain: string): Refusal =>
  new Refusal('domain.taken', `Another organisation has verified ${domain}.`);

const readPlan = async (
  db: Pick<Prisma.TransactionClient, 'organisation'>,
  organisationId: string,
): Promise<Plan> => {
  const { plan } = await db.organisation.findUniqueOrThrow({
    where: { id: organisationId },
    select: { plan: true },
  });
  return plan as Plan;
};
