import { refuse } from '../refusal/refuse-answer.ts';
import {
  attributeOf,
  childElements,
  hasWords,
  isNamed,
  listElements,
  matchSequence,
  textOf,
  XML_NAMESPACE,
  type XmlElement,
} from '../xml/xml-tree.ts';
import { saml, samlp, SIGNATURE } from './saml-names.ts';

export type ResponseParts = {
  response: XmlElement;
  issuer: XmlElement | undefined;
  signature: XmlElement | undefined;
  assertion: AssertionParts;
};

export type AssertionParts = {
  assertion: XmlElement;
  issuer: XmlElement;
  signature: XmlElement | undefined;
  subject: XmlElement;
  conditions: XmlElement;
  authentication: XmlElement;
  attributes: XmlElement[];
};

/**
 * The parts of a response that has the one shape. Wrapping a signature needs a second response, assertion, signature
 * or ID, or one where the schema has none.
 *
 * @throws {ProviderRefusal} unexpected_shape or encrypted
 */
export const findResponseParts = (response: XmlElement): ResponseParts => {
  const elements = listElements(response);
  requireUniqueIds(elements);
  const names = countNames(elements);
  const [issuer, signature, , assertion] =
    matchSequence(childElements(response), [
      { name: saml('Issuer'), min: 0 },
      { name: SIGNATURE, min: 0 },
      { name: samlp('Status'), min: 1 },
      { name: saml('Assertion'), min: 1 },
    ]) ?? refuseShape('Response');
  if (!isNamed(response, samlp('Response')) || hasWords(response)) refuseShape('Response');
  const parts = findAssertionParts(assertion!);
  const signatures = [signature, parts.signature].filter(Boolean).length;
  const isOne = names.get('Response') === 1 && names.get('Assertion') === 1;
  if (!isOne || (names.get('Signature') ?? 0) !== signatures) refuseShape('Response');
  return { response, issuer, signature, assertion: parts };
};

/** @throws {ProviderRefusal} unexpected_shape */
export const findAssertionParts = (assertion: XmlElement): AssertionParts => {
  const parts = childElements(assertion);
  // Statements come in any order (core 2.0, section 2.3.3).
  const authentications = parts.filter((part) => isNamed(part, saml('AuthnStatement')));
  const attributes = parts.filter((part) => isNamed(part, saml('AttributeStatement')));
  const heads = parts.slice(0, parts.length - authentications.length - attributes.length);
  const [issuer, signature, subject, conditions] =
    matchSequence(heads, [
      { name: saml('Issuer'), min: 1 },
      { name: SIGNATURE, min: 0 },
      { name: saml('Subject'), min: 1 },
      { name: saml('Conditions'), min: 1 },
    ]) ?? refuseShape('Assertion');
  const [authentication, ...others] = authentications;
  if (!authentication || others.length > 0 || hasWords(assertion)) return refuseShape('Assertion');
  return {
    assertion,
    issuer: issuer!,
    signature,
    subject: subject!,
    conditions: conditions!,
    authentication,
    attributes,
  };
};

/** An ID that names two elements could be verified in one and read in the other. */
const requireUniqueIds = (elements: readonly XmlElement[]): void => {
  const seen = new Set<string>();
  for (const { attributes } of elements) {
    for (const { namespace, local, value } of attributes) {
      if (local.toLowerCase() !== 'id') continue;
      if (namespace === XML_NAMESPACE || seen.has(value))
        refuse('unexpected_shape', 'An ID stands twice in the answer of the provider, or is an xml:id.');
      seen.add(value);
    }
  }
};

/** Names count in any namespace: nothing that another reader could take for an assertion is carried along. */
const countNames = (elements: readonly XmlElement[]): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  for (const { local } of elements) {
    if (local.startsWith('Encrypted'))
      refuse('encrypted', 'The provider encrypts its answer. Turn the encryption of assertions off there.');
    counts.set(local, (counts.get(local) ?? 0) + 1);
  }
  return counts;
};

/** An element that is read as a text may have nothing else in it. */
export const readWords = (element: XmlElement, maxLength: number): string => {
  const text = textOf(element);
  return text !== undefined && text !== '' && text.length <= maxLength ? text : refuseShape(element.local);
};

export const requireAttribute = (element: XmlElement, name: string): string =>
  attributeOf(element, name) ?? refuseShape(element.local);

export const refuseShape = (part: string): never =>
  refuse('unexpected_shape', `The ${part} of the provider's answer has another shape than is taken.`);
