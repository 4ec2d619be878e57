import type { Branding, UpdateBrandingBody } from '@field-inspection/contract';
import type { z } from 'zod';
import { ApiError } from '../../api-error.ts';
import type { Context } from '../../context.ts';
import type { Tx } from '../../platform/database/transact.ts';
import { readIfMatch } from '../../http/versions/read-if-match.ts';
import type { Actor } from '../../http/request-state.ts';
import { appendOrgEntry } from '../audit/exports/append-org-entry.ts';
import { nameActor } from '../audit/exports/name-actor.ts';
import { dropDomain, planDomain } from './plan-domain.ts';
import { viewBranding, withDomain } from './branding-view.ts';
import { listChanges } from './exports/list-changes.ts';
import { requireContrast } from './exports/require-contrast.ts';

/** Whose branding is changed, and by whom. */
export type BrandingWrite = Actor & { organisationId: string };

type Body = z.output<typeof UpdateBrandingBody>;

/**
 * Changes what the body names. With `ifMatch` only the version that the caller has seen: of two editors at once the
 * second waits for the first, and then finds another version.
 */
export const updateBranding = async (
  context: Pick<Context, 'config' | 'domains' | 'random'>,
  tx: Tx,
  { organisationId, ifMatch, body, ...actor }: BrandingWrite & { ifMatch: string | undefined; body: Body },
): Promise<Branding> => {
  requireContrast(body);
  const domain = await planDomain(context, tx, { organisationId, given: body.domain });
  const where = { organisation_id: organisationId };
  await tx.db.branding.createMany({ data: [{ ...where, updated_at: tx.now }], skipDuplicates: true });
  const version = readIfMatch(ifMatch);
  const changes = { ...listChanges(body), ...domain };
  const [row] = await tx.db.branding.updateManyAndReturn({
    where: { ...where, ...(version === undefined ? {} : { version }) },
    data: { ...changes, version: { increment: 1 }, updated_at: tx.now },
  });
  if (row) {
    // What it looks like is not told: the chain keeps it for good, and a name may be a person's.
    const changed = Object.keys(listChanges(body))
      .concat(domain ? ['domain'] : [])
      .sort();
    if (domain) await dropDomain(context, tx, organisationId);
    const payload = { ...nameActor(actor), version: row.version, changed };
    appendOrgEntry(context, tx, { organisationId, kind: 'branding.updated', payload });
    return viewBranding(context, await withDomain(tx.db, row));
  }
  const current = await tx.db.branding.findUniqueOrThrow({ where, select: { version: true } });
  throw new ApiError(
    'precondition_failed',
    `The branding is at version ${current.version} now. Get it, and send your change again with its ETag.`,
  );
};

