import type { ProvidedPerson } from '../provided-person.ts';
import type { SamlExpectation } from './answer/expectation.ts';
import {
  findAssertionParts,
  findResponseParts,
  type AssertionParts,
  type ResponseParts,
} from './answer/find-parts.ts';
import { judgeAssertion } from './answer/judge-assertion.ts';
import { judgeAnswered, judgeResponse } from './answer/judge-response.ts';
import { readSamlPerson } from './answer/read-saml-person.ts';
import { refuse } from './refusal/refuse-answer.ts';
import { readCertificate } from './signature/read-certificate.ts';
import { decodeBase64 } from './signature/strict-base64.ts';
import { verifySignature } from './signature/verify-signature.ts';
import { readXml } from './xml/read-xml.ts';

/** An answer with a thousand groups takes half of it. */
const MAX_BYTES = 262_144;

/** Base64 takes four letters for three bytes, and some providers break its lines. */
const MAX_LETTERS = 400_000;

/** The canonical form of what came is bounded by itself, in letters. */
const MAX_SIGNED_BYTES = 4_194_304;

export type SamlAnswer = {
  person: ProvidedPerson;
  sessionIndex: string | null;
  /** The first instant at which the provider no longer vouches for the assertion. */
  notOnOrAfter: Date;
};

/**
 * Reads a response of SAML 2.0, as its form field has it: who signed in, by the word of one provider, for one request.
 * The one shape of a response that is taken, and why, is decision 90. What is read comes from the bytes that were
 * signed, never from the document around them.
 *
 * The same response is read as often as it comes: whoever calls takes the request up once.
 *
 * @throws {ProviderRefusal} with one of SamlReason
 */
export const readSamlResponse = (base64: string, expected: SamlExpectation): SamlAnswer => {
  const root = readXml(decodeResponse(base64), { maxBytes: MAX_BYTES });
  judgeAnswered(root, expected);
  const { response, assertion, isSigned } = trustSigned(findResponseParts(root), expected);
  judgeResponse(response, expected, { isSigned });
  const { nameId, ...judged } = judgeAssertion(assertion, expected);
  return { person: readSamlPerson(assertion, nameId, expected), ...judged };
};

const decodeResponse = (base64: string): Uint8Array => {
  if (base64.length > MAX_LETTERS) refuse('too_large', `The provider sent more than ${MAX_BYTES} bytes.`);
  return decodeBase64(base64) ?? refuse('malformed', 'The provider sent no base64.');
};

type Trusted = { response: ResponseParts; assertion: AssertionParts; isSigned: boolean };

/**
 * A single signature of both is enough, and each that is there must hold. If only the assertion is signed, the response
 * around it is a letter that anybody wrote: it can refuse, and says nothing of anybody.
 */
const trustSigned = (parts: ResponseParts, { certificates }: SamlExpectation): Trusted => {
  const { response, signature, assertion } = parts;
  const keys = certificates.map((certificate) => readCertificate(certificate).publicKey);
  const signedAssertion =
    assertion.signature &&
    verifySignature({ path: [response, assertion.assertion], signature: assertion.signature, keys });
  if (signature) {
    const signed = findResponseParts(reread(verifySignature({ path: [response], signature, keys })));
    return { response: signed, assertion: signed.assertion, isSigned: true };
  }
  return signedAssertion
    ? { response: parts, assertion: findAssertionParts(reread(signedAssertion)), isSigned: false }
    : refuse('unsigned', 'The provider signed neither its response nor its assertion.');
};

const reread = (bytes: Uint8Array) => readXml(bytes, { maxBytes: MAX_SIGNED_BYTES });
