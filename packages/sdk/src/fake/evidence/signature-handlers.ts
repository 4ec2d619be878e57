import {
  deriveSignatureStatus,
  describeSigner,
  endsByCancelling,
  factOfSigning,
  noSuch,
  requireGivenLevel,
  requireSignable,
  SIGNATURE_LIFETIME_MS,
} from '@field-inspection/rules';
import type { RequestedSignature, RequestSignatureBody, Signature } from '../../resources/signatures.ts';
import { publishFakeEvent } from '../deliveries/publish-fake-event.ts';
import type { FakeHandlers, FakeInput } from '../front/fake-service.ts';
import { listFakePage } from '../front/list-fake-page.ts';
import { readPhone } from '../sessions/participant-handlers.ts';
import { findSession, refuseRedacted } from '../sessions/session-handlers.ts';
import { addFakeAddendum } from '../state/fake-chain.ts';
import { countFakeMessages, drawToken, type FakeState } from '../state/fake-state.ts';
import { addSignedReport, findNewestReport } from './report-handlers.ts';

export const signatureHandlers: FakeHandlers<'signatures'> = {
  'signatures.request': requestSignature,
  'signatures.list': listSignatures,
  'signatures.get': (state, { ids }) => findSignature(state, ids),
  'signatures.cancel': cancelSignature,
};

function requestSignature(state: FakeState, { ids, body }: FakeInput): RequestedSignature {
  const { signer, level, provider = 'demo', locale } = body as unknown as RequestSignatureBody;
  const session = findSession(state, ids[0]);
  refuseRedacted(state, session.id);
  const described = describeSigner(signer, readPhone);
  requireGivenLevel(provider, level);
  const report = requireSignable(findNewestReport(state, session.id), {
    count: readSignatures(state, session.id).length,
  });
  const now = state.now();
  const signature: Signature = {
    id: crypto.randomUUID(),
    session: session.id,
    report: report.id,
    status: 'pending',
    level,
    provider,
    // The request's rules have made it one of the service's locales.
    locale: (locale as Signature['locale'] | undefined) ?? session.locale,
    signer: described,
    certificate_subject: null,
    failure: null,
    expires_at: new Date(now.getTime() + SIGNATURE_LIFETIME_MS).toISOString(),
    signed_at: null,
    created_at: now.toISOString(),
  };
  state.signatures.set(signature.id, signature);
  countFakeMessages(state, { messages: 1 });
  return { ...signature, sign_url: `${state.baseUrl}/sign#${drawToken()}` };
}

function listSignatures(state: FakeState, { ids, query }: FakeInput) {
  const { id } = findSession(state, ids[0]);
  return listFakePage(state, { items: readSignatures(state, id), list: `signatures ${id}`, query });
}

function cancelSignature(state: FakeState, { ids }: FakeInput): void {
  const signature = findSignature(state, ids);
  if (endsByCancelling(signature)) state.signatures.set(signature.id, { ...signature, status: 'cancelled' });
}

export function signFakeReport(state: FakeState, signatureId: string): Signature {
  const found = state.signatures.get(signatureId);
  if (!found) throw noSuch('signature', signatureId);
  const signature = viewSignature(state, found);
  if (signature.status !== 'pending') throw new Error(`The signature is ${signature.status}`);
  const report = addSignedReport(state, signature.session);
  const signed: Signature = {
    ...signature,
    status: 'signed',
    report: report.id,
    certificate_subject: `CN=${signature.signer.name}`,
    signed_at: state.now().toISOString(),
  };
  state.signatures.set(signed.id, signed);
  const { certificate_subject } = signed;
  addFakeAddendum(
    state,
    signed.session,
    factOfSigning(signed, report, { ...signed.signer, certificate_subject }),
  );
  publishFakeEvent(state, 'session.signed', { ...findSession(state, signed.session), signature: signed });
  return signed;
}

const readSignatures = (state: FakeState, sessionId: string): Signature[] =>
  [...state.signatures.values()]
    .filter(({ session }) => session === sessionId)
    .map((signature) => viewSignature(state, signature));

function findSignature(state: FakeState, [sessionId, signatureId]: readonly string[]): Signature {
  const signature = state.signatures.get(signatureId ?? '');
  if (signature?.session !== sessionId) throw noSuch('signature', signatureId);
  return viewSignature(state, signature!);
}

const viewSignature = (state: FakeState, signature: Signature): Signature => ({
  ...signature,
  status: deriveSignatureStatus(signature, state.now()),
});
