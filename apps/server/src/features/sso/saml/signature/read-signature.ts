import { refuse } from '../refusal/refuse-answer.ts';
import { attributeOf, childElements, hasWords, isNamed, textOf, type XmlElement } from '../xml/xml-tree.ts';
import { DIGEST_METHODS, SIGNATURE_METHODS, type SignatureMethod } from './signature-algorithms.ts';
import { decodeBase64 } from './strict-base64.ts';

export const DSIG = 'http://www.w3.org/2000/09/xmldsig#';
const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const ENVELOPED = `${DSIG}enveloped-signature`;

const MAX_PREFIXES = 32;

export type SignatureParts = {
  signedInfo: XmlElement;
  /** The prefixes that its own canonical form names, and those of what it signs. */
  infoPrefixes: string[];
  prefixes: string[];
  method: SignatureMethod;
  digestMethod: string;
  digest: Buffer<ArrayBuffer>;
  value: Buffer<ArrayBuffer>;
  /** The ID of the one element that it signs. */
  id: string;
};

/**
 * Reads the one form of a signature that SAML gives (core 2.0, section 5.4): one reference to its parent, enveloped
 * and exclusive canonicalisation. KeyInfo is not looked at: who signs would say there which key to trust.
 *
 * @throws {ProviderRefusal} unexpected_shape or refused_algorithm
 */
export const readSignature = (signature: XmlElement): SignatureParts => {
  const parts = childElements(signature);
  const [signedInfo, value, keyInfo] = parts;
  if (hasWords(signature) || parts.length > 3 || (keyInfo && !isNamed(keyInfo, [DSIG, 'KeyInfo'])))
    refuseShape();
  if (!signedInfo || !value || !isNamed(signedInfo, [DSIG, 'SignedInfo'])) return refuseShape();
  const [canonicalization, method, reference] = readParts(signedInfo, [
    'CanonicalizationMethod',
    'SignatureMethod',
    'Reference',
  ]);
  const [transforms, digestMethod, digestValue] = readParts(reference!, [
    'Transforms',
    'DigestMethod',
    'DigestValue',
  ]);
  const [enveloped, exclusive] = readParts(transforms!, ['Transform', 'Transform']);
  if (algorithmOf(enveloped!) !== ENVELOPED) refuseTransforms();
  readParts(enveloped!, []);
  return {
    signedInfo,
    infoPrefixes: readExclusive(canonicalization!),
    prefixes: readExclusive(exclusive!),
    method: SIGNATURE_METHODS.get(readEmpty(method!)) ?? refuseAlgorithm(),
    digestMethod: DIGEST_METHODS.get(readEmpty(digestMethod!)) ?? refuseAlgorithm(),
    digest: readBytes(digestValue!, 'DigestValue'),
    value: readBytes(value, 'SignatureValue'),
    id: readUri(reference!),
  };
};

/** The children must be those, in that order, with nothing but white space between. */
const readParts = (element: XmlElement, names: readonly string[]): XmlElement[] => {
  const parts = childElements(element);
  const isSo = parts.length === names.length && parts.every((part, at) => isNamed(part, [DSIG, names[at]!]));
  return isSo && !hasWords(element) ? parts : refuseShape();
};

const algorithmOf = (element: XmlElement): string =>
  element.attributes.length === 1 ? (attributeOf(element, 'Algorithm') ?? '') : '';

const readEmpty = (element: XmlElement): string => {
  readParts(element, []);
  return algorithmOf(element);
};

const readExclusive = (element: XmlElement): string[] => {
  if (algorithmOf(element) !== EXCLUSIVE || hasWords(element)) refuseTransforms();
  const [list, ...others] = childElements(element);
  if (!list) return [];
  if (others.length > 0 || !isNamed(list, [EXCLUSIVE, 'InclusiveNamespaces']) || list.children.length > 0)
    refuseTransforms();
  const prefixes = (attributeOf(list, 'PrefixList') ?? '').split(/[\t\n\r ]/).filter(Boolean);
  if (prefixes.length > MAX_PREFIXES) refuseTransforms();
  return prefixes.map((prefix) => (prefix === '#default' ? '' : prefix));
};

const readBytes = (element: XmlElement, name: string): Buffer<ArrayBuffer> => {
  const bytes = isNamed(element, [DSIG, name]) ? decodeBase64(textOf(element) ?? '') : undefined;
  return bytes && bytes.length > 0 ? bytes : refuseShape();
};

const readUri = (reference: XmlElement): string => {
  const uri = attributeOf(reference, 'URI') ?? '';
  return reference.attributes.length === 1 && uri.startsWith('#') && uri.length > 1
    ? uri.slice(1)
    : refuseShape();
};

const refuseShape = (): never =>
  refuse('unexpected_shape', 'The signature of the provider has another form than SAML gives it.');

const refuseTransforms = (): never =>
  refuse(
    'refused_algorithm',
    'The provider signs another form than that of exclusive canonicalisation, enveloped.',
  );

const refuseAlgorithm = (): never =>
  refuse(
    'refused_algorithm',
    'The provider signs by an algorithm that is not taken. Let it sign by RSA or ECDSA with SHA-256.',
  );
