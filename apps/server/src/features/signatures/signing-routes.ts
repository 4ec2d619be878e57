import { contract, type SigningStep } from '@field-inspection/contract';
import type { Context } from '../../context.ts';
import { readDevice } from '../../http/callers/read-device.ts';
import { implement } from '../../http/routes/implement-routes.ts';
import { contextAt } from '../../http/served/context-at.ts';
import type { Tx } from '../../platform/database/transact.ts';
import { finishSigning } from './signing/finish-signing.ts';
import { getSigning } from './signing/get-signing.ts';
import { readSignature } from './signing/read-signature.ts';
import { sendCode } from './signing/send-code.ts';
import { showRequest } from './signing/show-request.ts';
import { startSigning } from './signing/start-signing.ts';
import { verifySigningCode } from './signing/verify-code.ts';
import { endSignature } from './state/end-signature.ts';
import { lockSignature, type SignatureKey } from './state/lock-signature.ts';
import { requireOpen } from './state/signature-state.ts';

export const signingRoutes = (context: Context) =>
  implement(contract.signing, {
    open: async ({ caller, req }) => {
      const row = await readSignature(context, caller);
      return showRequest(contextAt(context, req), row, context.clock.now());
    },
    sendCode: (tx, { caller }) => sendCode(context, tx, caller),
    verify: {
      before: ({ caller, req, body }) => {
        const code = (body.otp_code ?? body.code)!;
        return verifySigningCode(context, { ...caller, code, device: readDevice(req) });
      },
    },
    get: ({ caller, req }) => getSigning(contextAt(context, req), caller),
    sign: { before: ({ caller, body }) => startSigning(context, { ...caller, ...body }) },
    finish: { before: ({ caller, body }) => finishSigning(context, { ...caller, body }) },
    decline: (tx, { caller }) => declineSigning(tx, caller),
  });

/** The signer does not want to sign. */
const declineSigning = async (tx: Tx, key: SignatureKey): Promise<SigningStep> => {
  const row = await lockSignature(tx, key);
  if (row.status !== 'declined') {
    requireOpen(row, tx.now);
    await endSignature(tx, row, 'declined');
  }
  return { status: 'declined', action_url: null };
};
