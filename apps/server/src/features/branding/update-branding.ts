import type { Branding, UpdateBrandingBody } from '@field-inspection/contract';
import type { z } from 'zod';
import type { Branding as Row } from '#prisma';
import type { Context } from '../../context.ts';
import { readIfMatch } from '../../http/versions/read-if-match.ts';
import type { Tx } from '../../platform/database/transact.ts';
import type { Actor } from '../../http/request-state.ts';
import { appendOrgEntry } from '../audit/exports/append-org-entry.ts';
import { nameActor } from '../audit/exports/name-actor.ts';
import { dropDomain, planDomain } from './plan-domain.ts';
import { viewBranding, withDomain } from './branding-view.ts';
import { listChanges } from './exports/list-changes.ts';
import { requireContrast } from './exports/require-contrast.ts';
import { outdated, writeBranding } from './write-branding.ts';

/** Whose branding is changed, by whom, and the If-Match of the request. */
export type BrandingWrite = Actor & { organisationId: string; ifMatch: string | undefined };

type Body = z.output<typeof UpdateBrandingBody>;

/** Changes what the body names. What is so already is no change: neither version nor chain. */
export const updateBranding = async (
  context: Pick<Context, 'config' | 'domains' | 'random'>,
  tx: Tx,
  { organisationId, ifMatch, body, ...actor }: BrandingWrite & { body: Body },
): Promise<Branding> => {
  requireContrast(body);
  const held = await tx.db.branding.findUnique({ where: { organisation_id: organisationId } });
  const domain = await planDomain(context, tx, { organisationId, given: body.domain });
  const columns = { ...listChanges(body), ...domain };
  if (isWritten(held, columns)) {
    const version = held?.version ?? 0;
    if ((readIfMatch(ifMatch) ?? version) !== version) throw outdated(version);
    return viewBranding(context, held && (await withDomain(tx.db, held)));
  }
  const row = await writeBranding(tx, { organisationId, ifMatch, columns });
  // What it looks like is not told: the chain keeps it for good, and a name may be a person's.
  const changed = Object.keys(listChanges(body))
    .concat(domain ? ['domain'] : [])
    .sort();
  if (domain) await dropDomain(context, tx, organisationId);
  const payload = { ...nameActor(actor), version: row.version, changed };
  appendOrgEntry(context, tx, { organisationId, kind: 'branding.updated', payload });
  return viewBranding(context, await withDomain(tx.db, row));
};

/** Before the first change all of it is empty. */
const isWritten = (held: Row | null, columns: Partial<Row>): boolean =>
  Object.entries(columns).every(([column, value]) =>
    held ? value === held[column as keyof Row] : value === '' || value === null,
  );
