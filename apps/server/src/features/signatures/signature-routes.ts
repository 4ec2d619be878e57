import { contract } from '@field-inspection/contract';
import type { Context } from '../../context.ts';
import { sessionKeyOf, type Caller } from '../../http/request-state.ts';
import { implement } from '../../http/routes/implement-routes.ts';
import { cancelSignature, getSignature, listSignatures } from './requests/signature-requests.ts';
import { requestSignature } from './requests/request-signature.ts';

export const signatureRoutes = (context: Context) =>
  implement(contract.signatures, {
    request: (tx, { caller, params, body }) =>
      requestSignature(context, tx, {
        ...sessionKeyOf({ caller, params }),
        linkDomain: caller.linkDomain,
        timeZone: caller.organisationTimeZone,
        body,
      }),
    list: (given) => listSignatures(context, { ...sessionKeyOf(given), query: given.query }),
    get: (given) => getSignature(context, signatureKeyOf(given)),
    cancel: (tx, given) => cancelSignature(tx, signatureKeyOf(given)),
  });

const signatureKeyOf = (given: { caller: Caller; params: { session_id: string; signature_id: string } }) => ({
  ...sessionKeyOf(given),
  signatureId: given.params.signature_id,
});
