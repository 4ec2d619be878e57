import {
  contract,
  type Branding,
  type BrandingPreview,
  type PreviewBrandingBody,
} from '@field-inspection/contract';
import type { z } from 'zod';
import type { Context } from '../../context.ts';
import { readKey } from '../../http/kept-reply.ts';
import { ok } from '../../http/reply.ts';
import { implement } from '../../http/routes/implement-routes.ts';
import { viewBranding } from './branding-view.ts';
import { prepareLogo, setLogo } from './set-logo.ts';
import { updateBranding } from './update-branding.ts';
import { proveDomain, verifyDomain } from './verify-domain.ts';

/** `previewBranding` knows the pages and letters that a branding is worn by; the branding itself does not. */
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
        // No reply is kept under the key, since nothing is written: the same call gives the same again.
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
