import {
  type Branding,
  type BrandingPreview,
  contract,
  type PreviewBrandingBody,
  type UpdateBrandingBody,
} from '@field-inspection/contract';
import { requireContrast } from '@field-inspection/rules';
import type { z } from 'zod';
import type { Branding as Row } from '#prisma';
import type { Context } from '../../context.ts';
import { readKey } from '../../http/kept-reply.ts';
import { ok } from '../../http/reply.ts';
import { implement } from '../../http/routes/implement-routes.ts';
import type { Tx } from '../../platform/database/transact.ts';
import { appendOrgEntry } from '../audit/exports/append-entry.ts';
import { nameActor } from '../audit/exports/name-actor.ts';
import { viewBranding, withDomain } from './branding-view.ts';
import { listChanges } from './exports/describe-brand.ts';
import { lockBranding, writeBranding, type BrandingWrite } from './lock-branding.ts';
import { dropDomain, planDomain, proveDomain, verifyDomain } from './own-domain.ts';
import { prepareLogo, setLogo } from './set-logo.ts';

export const brandingRoutes = (context: Context, previewBranding: PreviewBranding) =>
  implement(contract.branding, {
    get: ({ caller }) => getBranding(context, caller),
    update: (tx, { caller, req, body }) =>
      updateBranding(context, tx, { ...caller, ifMatch: req.get('If-Match'), body }),
    verifyDomain: {
      before: async ({ caller }) => {
        const proven = await proveDomain(context, caller.organisationId);
        return (tx) => verifyDomain(context, tx, { ...caller, proven });
      },
    },
    preview: {
      reply: async ({ caller, req, res, body = {} }) => {
        // No reply is kept under the key, since nothing is written: the same call gives the same reply.
        const key = readKey(req);
        if (key) res.set('Idempotency-Key', key);
        return ok(await previewBranding(context, { ...caller, body }));
      },
    },
    setLogo: {
      before: async ({ caller, req, body }) => {
        const logo = await prepareLogo(context, { ...caller, image: body.image });
        return (tx) => setLogo(context, tx, { ...caller, ifMatch: req.get('If-Match'), logo });
      },
    },
    deleteLogo: (tx, { caller, req }) =>
      setLogo(context, tx, { ...caller, ifMatch: req.get('If-Match'), logo: null }),
  });

type PreviewBranding = (
  context: Context,
  preview: { organisationId: string; body: z.output<typeof PreviewBrandingBody> },
) => Promise<BrandingPreview>;

const getBranding = async (
  context: Pick<Context, 'database' | 'config'>,
  { organisationId }: { organisationId: string },
): Promise<Branding> =>
  viewBranding(
    context,
    await context.database.prisma.branding.findUnique({
      where: { organisation_id: organisationId },
      include: { organisation: { select: { domain: true } } },
    }),
  );

type Body = z.output<typeof UpdateBrandingBody>;

const updateBranding = async (
  context: Pick<Context, 'config' | 'domains' | 'random'>,
  tx: Tx,
  { organisationId, ifMatch, body, ...actor }: BrandingWrite & { body: Body },
): Promise<Branding> => {
  requireContrast(body.colours);
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
