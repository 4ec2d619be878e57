import { contract, type Signature } from '@field-inspection/contract';
import { endsByCancelling } from '@field-inspection/rules';
import type { Context } from '../../context.ts';
import { type Caller, sessionKeyOf } from '../../http/request-state.ts';
import { implement } from '../../http/routes/implement-routes.ts';
import { requestSignature } from './requests/request-signature.ts';
import { noSuch } from '../../refusals.ts';
import type { SessionKey } from '../sessions/exports/lock-session.ts';
import { type LinkQuery, listLinks } from './state/list-links.ts';
import { viewSignature } from './state/signature-view.ts';
import type { Tx } from '../../platform/database/transact.ts';
import { endSignature } from './state/signature-state.ts';
import { lockSignature } from './state/lock-signature.ts';

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

export const listSignatures = (context: Pick<Context, 'database' | 'keyring' | 'clock'>, given: LinkQuery) =>
  listLinks(context, given, { kind: 'signatures', view: viewSignature });

const getSignature = async (
  { database, clock }: Pick<Context, 'database' | 'clock'>,
  { organisationId, sessionId, signatureId }: SessionKey & { signatureId: string },
): Promise<Signature> => {
  const row = await database.prisma.signature.findUnique({
    where: { organisation_id_id: { organisation_id: organisationId, id: signatureId } },
  });
  if (row?.session_id !== sessionId || row.purpose !== 'sign') throw noSuch('signature', signatureId);
  return viewSignature(row, clock.now());
};

const cancelSignature = async (
  tx: Tx,
  { sessionId, ...key }: SessionKey & { signatureId: string },
): Promise<void> => {
  const row = await lockSignature(tx, key);
  if (row.session_id !== sessionId || row.purpose !== 'sign') throw noSuch('signature', key.signatureId);
  if (endsByCancelling(row)) await endSignature(tx, row, 'cancelled');
};
