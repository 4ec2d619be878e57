import { createHash, createPublicKey, randomBytes, sign } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { writePem } from '@field-inspection/evidence/asn1';
import { AsnConvert, OctetString } from '@peculiar/asn1-schema';
import * as asn1 from '@peculiar/asn1-x509';

export type ExtensionContent = { oid: string; critical: boolean; content: object };
export type Issuer = { name: asn1.Name; key: KeyObject };
export type CertificateRequest = {
  subject: asn1.Name;
  publicKey: KeyObject;
  extensions: ExtensionContent[];
  validity: { notBefore: Date; notAfter: Date };
};

// RFC 5758: ecdsa-with-SHA256.
const SIGNATURE = new asn1.AlgorithmIdentifier({ algorithm: '1.2.840.10045.4.3.2' });
const DAY_MS = 24 * 3600 * 1000;

export const validFor = (days: number): CertificateRequest['validity'] => ({
  notBefore: new Date(performance.timeOrigin - DAY_MS),
  notAfter: new Date(performance.timeOrigin + days * DAY_MS),
});

export function signCertificate(request: CertificateRequest, issuer: Issuer): string {
  const tbsCertificate = new asn1.TBSCertificate({
    version: asn1.Version.v3,
    serialNumber: makeSerialNumber(),
    signature: SIGNATURE,
    issuer: issuer.name,
    validity: new asn1.Validity(request.validity),
    subject: request.subject,
    subjectPublicKeyInfo: describeKey(request.publicKey),
    extensions: new asn1.Extensions(
      [...request.extensions, ...identifyKeys(request, issuer)].map(makeExtension),
    ),
  });
  const signature = sign('sha256', Buffer.from(AsnConvert.serialize(tbsCertificate)), issuer.key);
  const certificate = new asn1.Certificate({
    tbsCertificate,
    signatureAlgorithm: SIGNATURE,
    signatureValue: new Uint8Array(signature).buffer,
  });
  return writePem(new Uint8Array(AsnConvert.serialize(certificate)));
}

/** A common name, and whose it is: an organisation's, a person's under a pseudonym, or nobody's. */
export function makeName(
  commonName: string,
  { organisation, pseudonym }: { organisation?: string; pseudonym?: string } = {},
): asn1.Name {
  const parts = [
    ['2.5.4.10', organisation],
    ['2.5.4.65', pseudonym],
    ['2.5.4.3', commonName],
  ].filter((part): part is [string, string] => part[1] !== undefined);
  return new asn1.Name(
    parts.map(([type, text]) => {
      const value = new asn1.AttributeValue({ utf8String: text });
      return new asn1.RelativeDistinguishedName([new asn1.AttributeTypeAndValue({ type, value })]);
    }),
  );
}

// Positive, without a leading zero byte, and at most 20 bytes: RFC 5280, section 4.1.2.2.
function makeSerialNumber(): ArrayBuffer {
  const bytes = new Uint8Array(randomBytes(16));
  bytes[0] = 0x40 | (bytes[0]! & 0x3f);
  return bytes.buffer;
}

// RFC 5280, sections 4.2.1.1 and 4.2.1.2 ask for both, and strict verifiers (Python 3.13) insist.
function identifyKeys(request: CertificateRequest, issuer: Issuer): ExtensionContent[] {
  const own = new asn1.SubjectKeyIdentifier(hashKey(request.publicKey));
  const keyIdentifier = new asn1.KeyIdentifier(hashKey(createPublicKey(issuer.key)));
  const authority = new asn1.AuthorityKeyIdentifier({ keyIdentifier });
  return [
    { oid: asn1.id_ce_subjectKeyIdentifier, critical: false, content: own },
    { oid: asn1.id_ce_authorityKeyIdentifier, critical: false, content: authority },
  ];
}

function hashKey(key: KeyObject): Buffer {
  return createHash('sha1')
    .update(Buffer.from(describeKey(key).subjectPublicKey))
    .digest();
}

function describeKey(key: KeyObject): asn1.SubjectPublicKeyInfo {
  return AsnConvert.parse(key.export({ type: 'spki', format: 'der' }), asn1.SubjectPublicKeyInfo);
}

function makeExtension({ oid, critical, content }: ExtensionContent): asn1.Extension {
  const extnValue = new OctetString(AsnConvert.serialize(content));
  return new asn1.Extension({ extnID: oid, critical, extnValue });
}
