import { contract } from '@field-inspection/contract';
import { initServer } from '@ts-rest/express';
import type { Context } from '../../context.ts';
import { created, noContent, ok } from '../../http/reply.ts';
import { callerOf, sessionKeyOf } from '../../http/request-state.ts';
import { writeOnce } from '../../http/write-once.ts';
import { cancelSignature, getSignature, listSignatures } from './requests/signature-requests.ts';
import { requestSignature } from './requests/request-signature.ts';

export const signatureRoutes = (context: Context) =>
  initServer().router(contract.signatures, {
    request: (input) =>
      writeOnce(context, input, {
        run: async (tx) =>
          created(
            await requestSignature(context, tx, {
              ...sessionKeyOf(input),
              linkDomain: callerOf(input.req).linkDomain,
              timeZone: callerOf(input.req).organisationTimeZone,
              body: input.body,
            }),
          ),
      }),
    list: async (input) => ok(await listSignatures(context, { ...sessionKeyOf(input), query: input.query })),
    get: async (input) => ok(await getSignature(context, signatureKeyOf(input))),
    cancel: (input) =>
      writeOnce(context, input, {
        run: async (tx) => {
          await cancelSignature(tx, signatureKeyOf(input));
          return noContent();
        },
      }),
  });

const signatureKeyOf = (input: { req: object; params: { session_id: string; signature_id: string } }) => ({
  ...sessionKeyOf(input),
  signatureId: input.params.signature_id,
});
