import { contract } from '@field-inspection/contract';
import { initServer } from '@ts-rest/express';
import type { Context } from '../../context.ts';
import { contextAt } from '../../http/served/context-at.ts';
import { ok } from '../../http/reply.ts';
import { readDevice } from '../../http/callers/read-device.ts';
import { signerCallerOf } from '../../http/request-state.ts';
import { writeOnce } from '../../http/write-once.ts';
import { declineSigning } from './signing/decline-signing.ts';
import { finishSigning } from './signing/finish-signing.ts';
import { getSigning } from './signing/get-signing.ts';
import { readSignature } from './state/lock-signature.ts';
import { sendCode } from './signing/send-code.ts';
import { showRequest } from './signing/show-request.ts';
import { startSigning } from './signing/start-signing.ts';
import { verifySigningCode } from './signing/verify-code.ts';

export const signingRoutes = (context: Context) =>
  initServer().router(contract.signing, {
    open: async ({ req }) => {
      const row = await readSignature(context, signerCallerOf(req));
      return ok(await showRequest(contextAt(context, req), row, context.clock.now()));
    },
    sendCode: (input) =>
      writeOnce(context, input, {
        run: async (tx) => ok(await sendCode(context, tx, signerCallerOf(input.req))),
      }),
    verify: (input) =>
      writeOnce(context, input, {
        before: () =>
          verifySigningCode(context, {
            ...signerCallerOf(input.req),
            code: (input.body.otp_code ?? input.body.code)!,
            device: readDevice(input.req),
          }),
        run: async (_tx, session) => ok(session),
      }),
    get: async ({ req }) => ok(await getSigning(contextAt(context, req), signerCallerOf(req))),
    sign: (input) =>
      writeOnce(context, input, {
        before: () => startSigning(context, { ...signerCallerOf(input.req), ...input.body }),
        run: async (_tx, step) => ok(step),
      }),
    finish: (input) =>
      writeOnce(context, input, {
        before: () => finishSigning(context, { ...signerCallerOf(input.req), body: input.body }),
        run: async (_tx, step) => ok(step),
      }),
    decline: (input) =>
      writeOnce(context, input, {
        run: async (tx) => ok(await declineSigning(tx, signerCallerOf(input.req))),
      }),
  });
