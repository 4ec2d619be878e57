import type { Branding, UpdateBrandingBody } from '@field-inspection/contract';
import type { z } from 'zod';
import type { Branding as Row } from '#prisma';
import type { Context } from '../../context.ts';
import type { Tx } from '../../platform/database/transact.ts';
import type { Actor } from '../../http/request-state.ts';
import { appendOrgEntry } from '../audit/exports/append-entry.ts';
import { nameActor } from '../audit/exports/name-actor.ts';
import { dropDomain, planDomain } from './plan-domain.ts';
import { viewBranding, withDomain } from './branding-view.ts';
import { listChanges } from './exports/list-changes.ts';
import { requireContrast } from './exports/require-contrast.ts';
import { lockBranding } from './lock-branding.ts';
import { writeBranding } from './write-branding.ts';

export type BrandingWrite = Actor & { organisationId: string; ifMatch: string | undefined };

type Body = z.output<typeof UpdateBrandingBody>;

/** Changes what the body names. A value that is already set is no change: it gets no version and no entry. */
export const updateBranding = async (
  context: Pick<Context, 'config' | 'domains' | 'random'>,
  tx: Tx,
  { organisationId, ifMatch, body, ...actor }: BrandingWrite & { body: Body },
): Promise<Branding> => {
  requireContrast(body);
  const held = await lockBranding(tx, { organisationId, ifMatch });
  const domain = await planDomain(context, tx, { held, given: body.domain });
  const looks = Object.entries(listChanges(body)).filter(
    ([name, value]) => value !== held[name as keyof Row],
  );
  // The values are left out: the chain keeps its entries for good, and a name may be a person's.
  const changed = [...looks.map(([name]) => name), ...(domain ? ['domain'] : [])].sort();
  if (changed.length === 0) return viewBranding(context, await withDomain(tx.db, held));
  const columns = { ...Object.fromEntries(looks), ...domain };
  const row = await writeBranding(tx, { organisationId, columns });
  if (domain) await dropDomain(context, tx, organisationId);
  const payload = { ...nameActor(actor), version: row.version, changed };
  appendOrgEntry(context, tx, { organisationId, kind: 'branding.updated', payload });
  return viewBranding(context, await withDomain(tx.db, row));
};
