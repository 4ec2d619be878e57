import { contract } from '@field-inspection/contract';
import type { Context } from '../../context.ts';
import { readDevice } from '../../http/callers/read-device.ts';
import { implement } from '../../http/routes/implement-routes.ts';
import { contextAt } from '../../http/served/context-at.ts';
import { declineSigning, finishSigning, startSigning } from './signing/signing-steps.ts';
import { getSigning, showRequest } from './signing/show-signing.ts';
import { showReport } from './signing/show-report.ts';
import { readSignature } from './state/lock-signature.ts';
import { sendCode } from './signing/send-code.ts';
import { verifySigningCode } from './signing/verify-code.ts';

export const signingRoutes = (context: Context) =>
  implement(contract.signing, {
    open: async ({ caller, req }) => {
      const row = await readSignature(context, caller);
      return showRequest(contextAt(context, req), row, context.clock.now());
    },
    sendCode: (tx, { caller }) => sendCode(context, tx, caller),
    verify: {
      before: async ({ caller, req, body }) => {
        const code = (body.otp_code ?? body.code)!;
        const session = await verifySigningCode(context, { ...caller, code, device: readDevice(req) });
        return () => Promise.resolve(session);
      },
    },
    get: ({ caller, req }) => getSigning(contextAt(context, req), caller),
    readReport: ({ caller, req }) => showReport(contextAt(context, req), caller),
    sign: {
      before: async ({ caller, body }) => {
        const step = await startSigning(context, { ...caller, ...body });
        return () => Promise.resolve(step);
      },
    },
    finish: {
      before: async ({ caller, body }) => {
        const step = await finishSigning(context, { ...caller, body });
        return () => Promise.resolve(step);
      },
    },
    decline: (tx, { caller }) => declineSigning(tx, caller),
  });
