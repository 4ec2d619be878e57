import { sayContrast, type Branding, type UpdateBrandingBody } from '@field-inspection/contract';
import type { z } from 'zod';
import { ApiError, type InvalidPart } from '../../api-error.ts';
import type { Context } from '../../context.ts';
import type { Tx } from '../../platform/database/transact.ts';
import { readIfMatch } from '../../http/versions/read-if-match.ts';
import type { Actor } from '../../http/request-state.ts';
import { appendOrgEntry } from '../audit/exports/append-org-entry.ts';
import { nameActor } from '../audit/exports/name-actor.ts';
import { viewBranding } from './branding-view.ts';
import type { BrandRow } from './exports/describe-brand.ts';

/** Whose branding is changed, and by whom. */
export type BrandingWrite = Actor & { organisationId: string };

type Body = z.output<typeof UpdateBrandingBody>;

/**
 * Changes what the body names. With `ifMatch` only the version that the caller has seen: of two editors at once the
 * second waits for the first, and then finds another version.
 */
export const updateBranding = async (
  context: Pick<Context, 'config' | 'random'>,
  tx: Tx,
  { organisationId, ifMatch, body, ...actor }: BrandingWrite & { ifMatch: string | undefined; body: Body },
): Promise<Branding> => {
  requireContrast(body);
  const where = { organisation_id: organisationId };
  await tx.db.branding.createMany({ data: [{ ...where, updated_at: tx.now }], skipDuplicates: true });
  const version = readIfMatch(ifMatch);
  const changes = listChanges(body);
  const [row] = await tx.db.branding.updateManyAndReturn({
    where: { ...where, ...(version === undefined ? {} : { version }) },
    data: { ...changes, version: { increment: 1 }, updated_at: tx.now },
  });
  if (row) {
    // What it looks like is not told: the chain keeps it for good, and a name may be a person's.
    const changed = Object.keys(changes).sort();
    const payload = { ...nameActor(actor), version: row.version, changed };
    appendOrgEntry(context, tx, { organisationId, kind: 'branding.updated', payload });
    return viewBranding(context, row);
  }
  const current = await tx.db.branding.findUniqueOrThrow({ where, select: { version: true } });
  throw new ApiError(
    'precondition_failed',
    `The branding is at version ${current.version} now. Get it, and send your change again with its ETag.`,
  );
};

const listChanges = ({ colours, ...words }: Body): Partial<BrandRow> => {
  const named = { ...words, primary_colour: colours?.primary, background_colour: colours?.background };
  return Object.fromEntries(Object.entries(named).filter(([, value]) => value !== undefined));
};

const requireContrast = ({ colours = {} }: Body): void => {
  const errors = (['primary', 'background'] as const).flatMap((name): InvalidPart[] => {
    const colour = colours[name];
    const message = colour ? sayContrast(name, colour) : undefined;
    return message ? [{ path: `body.colours.${name}`, code: 'low_contrast', message }] : [];
  });
  if (errors.length === 0) return;
  const detail = errors.map(({ path, message }) => `${path}: ${message}`).join('; ');
  throw new ApiError('validation_error', detail, { errors });
};
