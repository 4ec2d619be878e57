import { contract } from '@field-inspection/contract';
import { initServer } from '@ts-rest/express';
import type { Context } from '../../context.ts';
import { created, noContent, ok } from '../../http/reply.ts';
import { callerOf } from '../../http/request-state.ts';
import { writeOnce } from '../../http/write-once.ts';
import { getCredential } from './get-credential.ts';
import { grantCredential } from './grant-credential.ts';
import { listCredentialPage } from './list-credential-page.ts';
import { rotateCredential } from './rotate-credential.ts';
import { updateCredential } from './update-credential.ts';
import { withdrawCredential } from './withdraw-credential.ts';

export const credentialRoutes = (context: Context) =>
  initServer().router(contract.credentials, {
    list: async ({ req, query }) => ok(await listCredentialPage(context, { ...callerOf(req), query })),
    create: (input) =>
      writeOnce(context, input, {
        run: async (tx) =>
          created(await grantCredential(context, tx, { caller: callerOf(input.req), body: input.body })),
      }),
    get: async ({ req, params }) =>
      ok(await getCredential(context, { ...callerOf(req), credentialId: params.credential_id })),
    update: (input) =>
      writeOnce(context, input, {
        endsRight: true,
        run: async (tx) => ok(await updateCredential(context, tx, { ...named(input), body: input.body })),
      }),
    rotate: (input) =>
      writeOnce(context, input, {
        endsRight: true,
        run: async (tx) => {
          const overlapHours = input.body?.overlap_hours;
          return created(await rotateCredential(context, tx, { ...named(input), overlapHours }));
        },
      }),
    revoke: (input) =>
      writeOnce(context, input, {
        endsRight: true,
        run: async (tx) => {
          await withdrawCredential(context, tx, named(input));
          return noContent();
        },
      }),
  });

const named = ({ req, params }: { req: object; params: { credential_id: string } }) => ({
  caller: callerOf(req),
  // As the caller's own is spelt.
  credentialId: params.credential_id.toLowerCase(),
});
