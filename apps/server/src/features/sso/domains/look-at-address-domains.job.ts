import { DOMAIN_GRACE_MS, judgeDomainLook, nameRecord, sayProof } from '@field-inspection/rules';
import type { OrganisationDomain } from '#prisma';
import type { Context } from '../../../context.ts';
import type { Tx } from '../../../platform/database/transact.ts';
import { CrontabPayload, defineJob } from '../../../platform/jobs/define-job.ts';
import { appendOrgEntry } from '../../audit/exports/append-entry.ts';
import { tellAdmins } from '../tell-admins.ts';

type LookContext = Pick<
  Context,
  'database' | 'ids' | 'keyring' | 'log' | 'random' | 'resolveTxt' | 'transact'
>;

/** A server that does not answer takes 4 s for each name. */
const AT_ONCE = 50;

/**
 * Looks once a day for the TXT record of each verified domain of addresses. Admins hear of one that is missing, and a
 * week later the domain is not verified any more: by then it may be somebody else's. If a server does not answer,
 * nothing changes.
 */
export const lookAtAddressDomains = defineJob({
  id: 'look-at-address-domains',
  payload: CrontabPayload,
  run: async (context: Context) => {
    let after: string | undefined = '';
    while (after !== undefined) after = await lookAtSome(context, after);
  },
});

const lookAtSome = async (context: LookContext, after: string): Promise<string | undefined> => {
  const rows = await context.database.prisma.organisationDomain.findMany({
    where: { verified_at: { not: null }, name: { gt: after } },
    orderBy: { name: 'asc' },
    take: AT_ONCE,
  });
  await Promise.all(
    rows.map((row) =>
      look(context, row).catch((err: unknown) =>
        context.log.error({ err, organisation_id: row.organisation_id }, 'look at a domain not recorded'),
      ),
    ),
  );
  return rows.length < AT_ONCE ? undefined : rows.at(-1)!.name;
};

const look = async (context: LookContext, row: OrganisationDomain): Promise<void> => {
  const isThere = await findRecord(context, row);
  // Most looks change nothing, and need no transaction.
  if (isThere === undefined || (isThere && row.record_missing_since === null)) return;
  await context.transact((tx) => record(context, tx, { row, isThere }));
};

const findRecord = async (
  { resolveTxt, log }: LookContext,
  { organisation_id, name, proof }: OrganisationDomain,
): Promise<boolean | undefined> => {
  try {
    const texts = await resolveTxt(nameRecord(name));
    return texts.map((text) => text.trim()).includes(sayProof(proof));
  } catch (err) {
    log.warn({ err, organisation_id }, 'the DNS did not answer for a domain');
    return undefined;
  }
};

const record = async (
  context: LookContext,
  tx: Tx,
  { row, isThere }: { row: OrganisationDomain; isThere: boolean },
): Promise<void> => {
  const { record_missing_since: missingSince } = row;
  switch (judgeDomainLook({ isThere, missingSince, now: tx.now, graceMs: DOMAIN_GRACE_MS })) {
    case 'there':
      await change(tx, row, { record_missing_since: null });
      return;
    case 'missing':
      if (missingSince === null && (await change(tx, row, { record_missing_since: tx.now })))
        await tell(context, tx, { row, kind: 'domain_missing', since: tx.now });
      return;
    case 'lost':
      if (await change(tx, row, { verified_at: null }))
        await tell(context, tx, { row, kind: 'domain_lost', since: missingSince! });
  }
};

/** Changes a domain that nobody has changed meanwhile: of two looks at once one is recorded. */
const change = async (
  tx: Tx,
  { organisation_id, id, verified_at, record_missing_since }: OrganisationDomain,
  data: { verified_at?: null; record_missing_since?: Date | null },
): Promise<boolean> => {
  const where = { organisation_id, id, verified_at, record_missing_since };
  const { count } = await tx.db.organisationDomain.updateMany({ where, data });
  return count > 0;
};

const tell = async (
  context: LookContext,
  tx: Tx,
  {
    row: { organisation_id: organisationId, id, name },
    kind,
    since,
  }: { row: OrganisationDomain; kind: 'domain_missing' | 'domain_lost'; since: Date },
): Promise<void> => {
  appendOrgEntry(context, tx, {
    organisationId,
    kind: `sso.${kind}`,
    payload: { policy: true, domain: id, missing_since: since.toISOString() },
    personal: { name },
  });
  await tellAdmins(context, tx, {
    organisationId,
    kind,
    fact: `${id}:${since.toISOString()}`,
    name,
    until: kind === 'domain_missing' ? new Date(since.getTime() + DOMAIN_GRACE_MS) : null,
  });
};
