import type { X509Certificate } from 'node:crypto';
import { MAX_NAME_LENGTH } from './answer/judge-response.ts';
import { PROTOCOL } from './answer/saml-names.ts';
import { refuse } from './refusal/refuse-answer.ts';
import { readCertificate } from './signature/read-certificate.ts';
import { DSIG } from './signature/read-signature.ts';
import { decodeBase64 } from './signature/strict-base64.ts';
import { readXml } from './xml/read-xml.ts';
import {
  attributeOf,
  childElements,
  isNamed,
  listElements,
  textOf,
  type XmlElement,
} from './xml/xml-tree.ts';

/** The metadata of ADFS, the longest of the usual ones, have 90 kB. */
const MAX_BYTES = 1_048_576;
const MAX_CERTIFICATES = 10;

const METADATA = 'urn:oasis:names:tc:SAML:2.0:metadata';
const REDIRECT = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';
const BYTE_ORDER_MARK = '\uFEFF';

export type ProviderCertificate = {
  der: Uint8Array<ArrayBuffer>;
  notBefore: Date;
  notAfter: Date;
  /** SHA-256 in hex, as the screens of providers show it. */
  fingerprint: string;
};

export type ProviderMetadata = { entityId: string; ssoUrl: string; certificates: ProviderCertificate[] };

/**
 * Reads the metadata of one provider. Whoever hands them over is trusted with them: a signature says nothing more, and
 * is not looked at.
 *
 * @throws {ProviderRefusal} too_large, malformed, forbidden_markup, unexpected_shape or unusable_certificate
 */
export const readProviderMetadata = (xml: string): ProviderMetadata => {
  const text = xml.startsWith(BYTE_ORDER_MARK) ? xml.slice(1) : xml;
  const root = readXml(Buffer.from(text), { maxBytes: MAX_BYTES, comments: 'skipped' });
  if (!isNamed(root, [METADATA, 'EntityDescriptor']))
    refuse(
      'unexpected_shape',
      'These are not the metadata of one provider: no EntityDescriptor is at the top.',
    );
  const [descriptor, ...others] = childElements(root).filter(isProvider);
  if (!descriptor || others.length > 0)
    return refuse(
      'unexpected_shape',
      'The metadata name no provider that signs in by SAML 2.0 (IDPSSODescriptor).',
    );
  return {
    entityId: readEntityId(root),
    ssoUrl: readSsoUrl(descriptor),
    certificates: readCertificates(descriptor),
  };
};

const isProvider = (element: XmlElement): boolean =>
  isNamed(element, [METADATA, 'IDPSSODescriptor']) &&
  (attributeOf(element, 'protocolSupportEnumeration') ?? '').split(' ').includes(PROTOCOL);

const readEntityId = (root: XmlElement): string => {
  const entityId = attributeOf(root, 'entityID') ?? '';
  return entityId !== '' && entityId.length <= MAX_NAME_LENGTH
    ? entityId
    : refuse('unexpected_shape', `The metadata have no entityID of at most ${MAX_NAME_LENGTH} characters.`);
};

const readSsoUrl = (descriptor: XmlElement): string => {
  const location = childElements(descriptor)
    .filter((element) => isNamed(element, [METADATA, 'SingleSignOnService']))
    .filter((element) => attributeOf(element, 'Binding') === REDIRECT)
    .map((element) => attributeOf(element, 'Location') ?? '')
    .find(isWebAddress);
  return (
    location ?? refuse('unexpected_shape', 'The metadata have no address for signing in by HTTP-Redirect.')
  );
};

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

const isWebAddress = (location: string): boolean => {
  const url = location.length <= 2_048 ? URL.parse(location) : null;
  return (
    url !== null &&
    (url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.includes(url.hostname)))
  );
};

const readCertificates = (descriptor: XmlElement): ProviderCertificate[] => {
  const texts = childElements(descriptor)
    .filter((element) => isNamed(element, [METADATA, 'KeyDescriptor']))
    .filter((element) => (attributeOf(element, 'use') ?? 'signing') === 'signing')
    .flatMap(listElements)
    .filter((element) => isNamed(element, [DSIG, 'X509Certificate']))
    .map((element) => (textOf(element) ?? '').replace(/[\t\n\r ]/g, ''));
  const distinct = [...new Set(texts)];
  if (distinct.length === 0 || distinct.length > MAX_CERTIFICATES)
    refuse(
      'unusable_certificate',
      `The metadata must have 1 to ${MAX_CERTIFICATES} certificates for signing.`,
    );
  return distinct.map((text) => describeCertificate(readCertificate(decodeBase64(text) ?? new Uint8Array())));
};

const describeCertificate = (certificate: X509Certificate): ProviderCertificate => ({
  der: new Uint8Array(certificate.raw),
  notBefore: new Date(certificate.validFrom),
  notAfter: new Date(certificate.validTo),
  fingerprint: certificate.fingerprint256.replaceAll(':', '').toLowerCase(),
});
