import { refuse } from '../refusal/refuse-answer.ts';
import { attributeOf, childElements, isNamed, type XmlElement } from '../xml/xml-tree.ts';
import type { SamlExpectation } from './expectation.ts';
import { readWords, refuseShape, requireAttribute, type ResponseParts } from './find-parts.ts';
import { hasBegun, parseInstant } from './instants.ts';
import { ASSERTION, samlp } from './saml-names.ts';

const STATUS = 'urn:oasis:names:tc:SAML:2.0:status:';
const ENTITY = 'urn:oasis:names:tc:SAML:2.0:nameid-format:entity';

/** Longer names of providers and addresses are refused (core 2.0, section 8.3.6). */
export const MAX_NAME_LENGTH = 1_024;

/**
 * Says what the provider answered, and whether this service asked. It gives nobody anything, and may come unsigned: a
 * provider that refuses signs no assertion.
 *
 * @throws {ProviderRefusal} status, unsolicited or unknown_request
 */
export const judgeAnswered = (response: XmlElement, { requestId }: SamlExpectation): void => {
  const status = childElements(response).find((child) => isNamed(child, samlp('Status')));
  const codes = status ? listCodes(status) : [];
  if (codes.length === 0) refuseShape('Status');
  if (codes.length > 1 || codes[0] !== 'Success')
    refuse('status', `The provider signed nobody in: it answered ${codes.join(', ')}.`);
  const answered = attributeOf(response, 'InResponseTo');
  if (answered === undefined) refuse('unsolicited', 'The provider answered without being asked.');
  if (answered !== requestId)
    refuse('unknown_request', 'The provider answered another request than this one.');
};

/** A code and those within it, each as the last word of its name. */
const listCodes = (parent: XmlElement): string[] =>
  childElements(parent)
    .filter((child) => isNamed(child, samlp('StatusCode')))
    .flatMap((code) => [sayCode(attributeOf(code, 'Value') ?? ''), ...listCodes(code)])
    .slice(0, 3);

const sayCode = (value: string): string =>
  value.startsWith(STATUS) && /^[A-Za-z]{1,64}$/.test(value.slice(STATUS.length))
    ? value.slice(STATUS.length)
    : 'an unknown status';

/** @throws {ProviderRefusal} wrong_issuer, wrong_destination, too_early or unexpected_shape */
export const judgeResponse = (
  { response, issuer }: ResponseParts,
  expected: SamlExpectation,
  { isSigned }: { isSigned: boolean },
): void => {
  judgeAnswered(response, expected);
  judgeHead(response, expected);
  const destination = attributeOf(response, 'Destination');
  // Bindings 2.0, section 3.5.5.2.
  if (destination === undefined ? isSigned : destination !== expected.acsUrl)
    refuse('wrong_destination', 'The answer of the provider was meant for another address.');
  if (issuer) judgeIssuer(issuer, expected);
  else if (isSigned) refuseShape('Response');
};

/** The parts that a response and an assertion share. */
export const judgeHead = (element: XmlElement, { now }: SamlExpectation): void => {
  const issued = parseInstant(attributeOf(element, 'IssueInstant'));
  if (
    attributeOf(element, 'Version') !== '2.0' ||
    issued === undefined ||
    requireAttribute(element, 'ID') === ''
  )
    return refuseShape(element.local);
  if (!hasBegun(issued, now))
    refuse('too_early', 'The answer of the provider comes from the future. Compare the clocks.');
};

export const judgeIssuer = (issuer: XmlElement, expected: SamlExpectation): void => {
  const format = attributeOf(issuer, 'Format') ?? ENTITY;
  if (
    format !== ENTITY ||
    readWords(issuer, MAX_NAME_LENGTH) !== expected.issuer ||
    issuer.namespace !== ASSERTION
  )
    refuse('wrong_issuer', 'Another provider answered than that of this connection.');
};
