import { noSuch, Refusal } from '@field-inspection/rules';
import type { RequestedSignature, RequestSignatureBody, Signature } from '../../resources/signatures.ts';
import { publishFakeEvent } from '../deliveries/publish-fake-event.ts';
import { refuseField } from '../front/fake-refusal.ts';
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

const LIFETIME_MS = 14 * 86_400_000;
const MAX_SIGNATURES = 50;

function requestSignature(state: FakeState, { ids, body }: FakeInput): RequestedSignature {
  const { signer, level, provider = 'demo', locale } = body as unknown as RequestSignatureBody;
  const session = findSession(state, ids[0]);
  refuseRedacted(state, session.id);
  const phone = signer.phone ? readPhone('signer.phone', signer.phone) : '';
  const email = signer.email ?? '';
  if (email === '' && phone === '') {
    throw refuseField('body.signer.email', 'invalid_value', 'is needed, or phone: the code is sent there');
  }
  if (provider === 'demo' && level !== 'SES') {
    throw refuseField('body.level', 'invalid_value', 'must be SES: the provider demo gives no other');
  }
  const report = findNewestReport(state, session.id);
  if (!report) throw new Refusal('evidence_not_ready', 'No report is ready yet.');
  if (readSignatures(state, session.id).length >= MAX_SIGNATURES) {
    throw new Refusal('session.invalid_state', `The session has ${MAX_SIGNATURES} signatures.`);
  }
  const now = state.now();
  const signature: Signature = {
    id: crypto.randomUUID(),
    session: session.id,
    report: report.id,
    status: 'pending',
    level,
    provider,
    // The request's rules have made it one of the service's.
    locale: (locale as Signature['locale'] | undefined) ?? session.locale,
    signer: { name: signer.name, email, phone },
    certificate_subject: null,
    failure: null,
    expires_at: new Date(now.getTime() + LIFETIME_MS).toISOString(),
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
  if (signature.status === 'signed') {
    throw new Refusal('session.invalid_state', 'The signature is in the report; it can not be cancelled.');
  }
  if (signature.status === 'pending')
    state.signatures.set(signature.id, { ...signature, status: 'cancelled' });
}

/** The person whom a signature was asked of signs: the report gets a further revision, and `session.signed` is sent. */
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
  const { id: report_id, revision_of, sha256, byte_size } = report;
  const { level, provider } = signed;
  const payload = { signature_id: signed.id, report_id, revision_of, sha256, byte_size, level, provider };
  addFakeAddendum(state, signed.session, { kind: 'signature.applied', payload });
  publishFakeEvent(state, 'session.signed', { ...findSession(state, signed.session), signature: signed });
  return signed;
}

/** The signatures of a session, oldest first. */
const readSignatures = (state: FakeState, sessionId: string): Signature[] =>
  [...state.signatures.values()]
    .filter(({ session }) => session === sessionId)
    .map((signature) => viewSignature(state, signature));

function findSignature(state: FakeState, [sessionId, signatureId]: readonly string[]): Signature {
  const signature = state.signatures.get(signatureId ?? '');
  if (signature?.session !== sessionId) throw noSuch('signature', signatureId);
  return viewSignature(state, signature!);
}

const viewSignature = (state: FakeState, signature: Signature): Signature =>
  signature.status === 'pending' && new Date(signature.expires_at) <= state.now()
    ? { ...signature, status: 'expired' }
    : signature;
