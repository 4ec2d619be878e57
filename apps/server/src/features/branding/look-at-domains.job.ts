import { judgeDomainLook, nameRecord } from '@field-inspection/rules';
import type { Context } from '../../context.ts';
import type { Tx } from '../../platform/database/transact.ts';
import { CrontabPayload, defineJob } from '../../platform/jobs/define-job.ts';
import { appendOrgEntry } from '../audit/exports/append-entry.ts';
import { lockBranding, writeBranding } from './lock-branding.ts';
import { dropDomain, saysValue } from './own-domain.ts';

type LookContext = Pick<Context, 'database' | 'domains' | 'log' | 'random' | 'resolveTxt' | 'transact'>;

/** A server that does not answer takes 4 s for each name. */
const AT_ONCE = 50;
/** A missing record is looked for again the next day; the second look of a job that runs twice is too early. */
const MISSED_FOR_MS = 20 * 3_600_000;

/**
 * Looks once a day for the TXT record of each verified domain. A domain whose record is missing at the looks of two
 * days is not its organisation's any more. If a server does not answer, nothing changes.
 */
export const lookAtDomains = defineJob({
  id: 'look-at-domains',
  payload: CrontabPayload,
  run: async (context: Context) => {
    let after: string | undefined = '';
    while (after !== undefined) after = await lookAtSome(context, after);
  },
});

type Verified = { organisationId: string; domain: string; value: string };

const lookAtSome = async (context: LookContext, after: string): Promise<string | undefined> => {
  const rows = await context.database.prisma.organisation.findMany({
    where: { domain: { not: null, gt: after } },
    orderBy: { domain: 'asc' },
    take: AT_ONCE,
    select: {
      id: true,
      domain: true,
      branding: { select: { domain_value: true, domain_missing_since: true } },
    },
  });
  await Promise.all(
    rows.map(async ({ id, domain, branding }) => {
      const verified = { organisationId: id, domain: domain!, value: branding?.domain_value ?? '' };
      const isThere = await findRecord(context, verified);
      // Most looks change nothing, and need no lock.
      if (isThere === undefined || (isThere && !branding?.domain_missing_since)) return;
      await context
        .transact((tx) => recordLook(context, tx, { ...verified, isThere }))
        // A failed look does not hold up the others; the domain is looked at the next day.
        .catch((err: unknown) =>
          context.log.error({ err, organisation_id: id }, 'look at a domain not recorded'),
        );
    }),
  );
  return rows.length < AT_ONCE ? undefined : rows.at(-1)!.domain!;
};

const findRecord = async (
  { resolveTxt, log }: LookContext,
  { organisationId, domain, value }: Verified,
): Promise<boolean | undefined> => {
  try {
    return saysValue(await resolveTxt(nameRecord(domain)), value);
  } catch (err) {
    log.warn({ err, organisation_id: organisationId }, 'the DNS did not answer for a domain');
    return undefined;
  }
};

const recordLook = async (
  context: LookContext,
  tx: Tx,
  { organisationId, domain, value, isThere }: Verified & { isThere: boolean },
): Promise<void> => {
  const held = await lockBranding(tx, { organisationId, ifMatch: undefined });
  if (held.domain !== domain || (held.domain_value ?? '') !== value) return;
  const where = { organisation_id: organisationId };
  const missingSince = held.domain_missing_since;
  switch (judgeLook({ isThere, missingSince, now: tx.now })) {
    case 'there':
      await tx.db.branding.update({ where, data: { domain_missing_since: null } });
      return;
    case 'missing':
      await tx.db.branding.update({ where, data: { domain_missing_since: missingSince ?? tx.now } });
      return;
    case 'lost': {
      const { version } = await writeBranding(tx, { organisationId, columns: {} });
      await dropDomain(context, tx, organisationId);
      const payload = { policy: true, version, missing_since: missingSince!.toISOString() };
      appendOrgEntry(context, tx, {
        organisationId,
        kind: 'branding.domain_lost',
        payload,
        personal: { domain },
      });
      context.log.warn(
        { organisation_id: organisationId },
        'the record of a domain is gone, and the domain with it',
      );
    }
  }
};

/** The first look that misses the record warns; a second, a day later, takes the domain away. */
export const judgeLook = (look: { isThere: boolean; missingSince: Date | null; now: Date }) =>
  judgeDomainLook({ ...look, graceMs: MISSED_FOR_MS });
