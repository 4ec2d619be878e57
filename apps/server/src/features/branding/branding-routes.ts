import { contract, type BrandingPreview, type PreviewBrandingBody } from '@field-inspection/contract';
import { initServer } from '@ts-rest/express';
import type { z } from 'zod';
import type { Context } from '../../context.ts';
import { readKey } from '../../http/kept-reply.ts';
import { ok } from '../../http/reply.ts';
import { callerOf } from '../../http/request-state.ts';
import { tagVersion } from '../../http/versions/tag-version.ts';
import { writeOnce } from '../../http/write-once.ts';
import { proveDomain, verifyDomain } from './verify-domain.ts';
import { getBranding } from './get-branding.ts';
import { prepareLogo, setLogo } from './set-logo.ts';
import { updateBranding } from './update-branding.ts';

/** `previewBranding` knows the pages and letters that a branding is worn by; the branding itself does not. */
export const brandingRoutes = (context: Context, previewBranding: PreviewBranding) =>
  initServer().router(contract.branding, {
    get: async ({ req, res }) => tagVersion(res, ok(await getBranding(context, callerOf(req)))),
    update: async (input) => {
      const { req, res, body } = input;
      const reply = await writeOnce(context, input, {
        run: async (tx) => ok(await updateBranding(context, tx, { ...writeOf(req), body })),
      });
      return tagVersion(res, reply);
    },
    verifyDomain: async (input) => {
      const { organisationId } = callerOf(input.req);
      const reply = await writeOnce(context, input, {
        before: () => proveDomain(context, organisationId),
        run: async (tx, proven) => ok(await verifyDomain(context, tx, { ...callerOf(input.req), proven })),
      });
      return tagVersion(input.res, reply);
    },
    preview: async ({ req, res, body = {} }) => {
      // Nothing is kept under the key, as nothing is written: the same call gives the same again.
      const key = readKey(req);
      if (key) res.set('Idempotency-Key', key);
      return ok(await previewBranding(context, { ...callerOf(req), body }));
    },
    setLogo: async (input) => {
      const reply = await writeOnce(context, input, {
        before: () => prepareLogo(context, { ...callerOf(input.req), image: input.body.image }),
        run: async (tx, logo) => ok(await setLogo(context, tx, { ...writeOf(input.req), logo })),
      });
      return tagVersion(input.res, reply);
    },
    deleteLogo: async (input) => {
      const reply = await writeOnce(context, input, {
        run: async (tx) => ok(await setLogo(context, tx, { ...writeOf(input.req), logo: null })),
      });
      return tagVersion(input.res, reply);
    },
  });

type PreviewBranding = (
  context: Context,
  preview: { organisationId: string; body: z.output<typeof PreviewBrandingBody> },
) => Promise<BrandingPreview>;

type Asked = { get: (header: string) => string | undefined };

const writeOf = (req: Asked) => ({ ...callerOf(req), ifMatch: req.get('If-Match') });
