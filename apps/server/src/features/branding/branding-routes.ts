import { contract } from '@field-inspection/contract';
import { initServer } from '@ts-rest/express';
import type { Context } from '../../context.ts';
import { ok } from '../../http/reply.ts';
import { callerOf } from '../../http/request-state.ts';
import { tagVersion } from '../../http/versions/tag-version.ts';
import { writeOnce } from '../../http/write-once.ts';
import { getBranding } from './get-branding.ts';
import { prepareLogo, setLogo } from './set-logo.ts';
import { updateBranding } from './update-branding.ts';

export const brandingRoutes = (context: Context) =>
  initServer().router(contract.branding, {
    get: async ({ req, res }) => tagVersion(res, ok(await getBranding(context, callerOf(req)))),
    update: async (input) => {
      const { req, res, body } = input;
      const reply = await writeOnce(context, input, {
        run: async (tx) =>
          ok(await updateBranding(context, tx, { ...callerOf(req), ifMatch: req.get('If-Match'), body })),
      });
      return tagVersion(res, reply);
    },
    setLogo: async (input) => {
      const reply = await writeOnce(context, input, {
        before: () => prepareLogo(context, { ...callerOf(input.req), image: input.body.image }),
        run: async (tx, logo) => ok(await setLogo(context, tx, { ...callerOf(input.req), logo })),
      });
      return tagVersion(input.res, reply);
    },
    deleteLogo: async (input) => {
      const reply = await writeOnce(context, input, {
        run: async (tx) => ok(await setLogo(context, tx, { ...callerOf(input.req), logo: null })),
      });
      return tagVersion(input.res, reply);
    },
  });
