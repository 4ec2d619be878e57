import { contract, type OrgDomain } from '@field-inspection/contract';
import { domainExists, domainTaken, requireDomainQuota } from '@field-inspection/rules';
import { noSuch } from '../../../refusals.ts';
import type { OrganisationDomain } from '#prisma';
import type { Context } from '../../../context.ts';
import type { Caller } from '../../../http/request-state.ts';
import { implement } from '../../../http/routes/implement-routes.ts';
import { leadBy, listPage } from '../../../platform/database/list-page.ts';
import type { Tx } from '../../../platform/database/transact.ts';
import { appendOrgEntry } from '../../audit/exports/append-entry.ts';
import { nameActor } from '../../audit/exports/name-actor.ts';
import { readOwnDomain } from '../../branding/exports/read-own-domain.ts';
import { requireGrant } from '../../members/exports/change-author.ts';
import { lockOrganisation } from '../../members/exports/lock-members.ts';
import { requireSsoOf } from '../../quotas/exports/require-sso.ts';
import { viewDomain } from './domain-view.ts';
import { proveDomain, verifyDomain } from './verify-domain.ts';

export const domainRoutes = (context: Context) =>
  implement(contract.domains, {
    list: ({ caller, query }) => listDomains(context, { ...caller, query }),
    create: (tx, { caller, body }) => createDomain(context, tx, { caller, given: body.name }),
    verify: {
      before: async ({ caller, params }) => {
        const proven = await proveDomain(context, { caller, domainId: params.domain_id });
        return (tx: Tx) => verifyDomain(context, tx, { caller, proven });
      },
    },
    delete: (tx, { caller, params }) => deleteDomain(context, tx, { caller, domainId: params.domain_id }),
  });

export const listDomains = async (
  context: Pick<Context, 'database' | 'keyring'>,
  {
    organisationId,
    query: { limit, cursor },
  }: { organisationId: string; query: { limit: number; cursor?: string | undefined } },
) => {
  const of = { table: 'organisation_domains', organisationId };
  const list = ['organisation_domains', organisationId];
  const { rows, ...page } = await listPage<OrganisationDomain>(context, {
    list,
    cursor,
    limit,
    of,
    whole: leadBy(of),
  });
  return { data: rows.map(viewDomain), ...page };
};

const createDomain = async (
  context: Pick<Context, 'config' | 'ids' | 'random'>,
  tx: Tx,
  { caller, given }: { caller: Caller; given: string },
): Promise<OrgDomain> => {
  const { organisationId } = caller;
  await requireSsoOf(tx.db, organisationId);
  await lockOrganisation(tx, organisationId);
  await requireGrant(tx, caller, { role: 'org_admin' });
  const name = readOwnDomain(context.config, given, 'name');
  const verified = await tx.db.organisationDomain.findFirst({ where: { name, verified_at: { not: null } } });
  if (verified && verified.organisation_id !== organisationId) throw domainTaken(name);
  const where = { organisation_id: organisationId };
  requireDomainQuota(await tx.db.organisationDomain.count({ where }));
  if (await tx.db.organisationDomain.findFirst({ where: { ...where, name } })) throw domainExists(name);
  const row = await tx.db.organisationDomain.create({
    data: {
      ...where,
      id: context.ids.next(),
      name,
      proof: context.random.bytes(32).toString('base64url'),
      created_at: tx.now,
    },
  });
  appendOrgEntry(context, tx, {
    organisationId,
    kind: 'sso.domain_added',
    payload: { ...nameActor(caller), domain: row.id },
    personal: { name },
  });
  return viewDomain(row);
};

const deleteDomain = async (
  context: Pick<Context, 'random'>,
  tx: Tx,
  { caller, domainId }: { caller: Caller; domainId: string },
): Promise<void> => {
  const { organisationId } = caller;
  await requireGrant(tx, caller, { role: 'org_admin' });
  const where = { organisation_id: organisationId, id: domainId };
  const row = await tx.db.organisationDomain.findFirst({ where });
  if (!row) throw noSuch('domain', domainId);
  await tx.db.organisationDomain.deleteMany({ where });
  appendOrgEntry(context, tx, {
    organisationId,
    kind: 'sso.domain_removed',
    payload: { ...nameActor(caller), domain: row.id },
    personal: { name: row.name },
  });
};
