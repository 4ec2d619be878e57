import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { writePem } from '@field-inspection/evidence/asn1';

export type TestCertificate = { cert: string; key: string };

export type TestAuthority = {
  ca: string;
  /** The authority's own certificate and key, to be misused as a server's: self-signed. */
  self: TestCertificate;
  /** A server certificate for localhost and 127.0.0.1, valid now unless said otherwise. */
  issue: (validity?: Partial<Validity>) => TestCertificate;
};

type Validity = { notBefore: string; notAfter: string };

/** Faulty certificates are made here, since no honest authority issues them. X.509 by hand: RFC 5280 section 4.1. */
export const createTestAuthority = (): TestAuthority => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const make = (
    subject: string,
    subjectKey: KeyObject,
    extension: Buffer,
    validity: Partial<Validity>,
  ): string =>
    writePem(
      signCertificate(
        {
          subject,
          subjectKey,
          extension,
          validity: { notBefore: '20200101', notAfter: '21000101', ...validity },
        },
        privateKey,
      ),
    );

  const ca = make(ISSUER, publicKey, CA_CONSTRAINT, {});
  return {
    ca,
    self: { cert: ca, key: exportKey(privateKey) },
    issue: (validity = {}) => {
      const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      return {
        cert: make('receiver', pair.publicKey, LOCALHOST_NAMES, validity),
        key: exportKey(pair.privateKey),
      };
    },
  };
};

const ISSUER = 'Test authority';

const der = (tag: number, ...parts: (Buffer | string)[]): Buffer => {
  const content = Buffer.concat(parts.map((part) => Buffer.from(part)));
  return Buffer.concat([Buffer.from([tag, ...encodeLength(content.length)]), content]);
};

// The shortest form, as DER asks (X.690 section 10.1): browsers refuse another, OpenSSL does not.
const encodeLength = (length: number): number[] => {
  if (length < 0x80) return [length];
  return length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
};

const sequence = (...parts: Buffer[]): Buffer => der(0x30, ...parts);
const hex = (text: string): Buffer => Buffer.from(text, 'hex');

const ECDSA_WITH_SHA256 = sequence(der(0x06, hex('2a8648ce3d040302')));
const COMMON_NAME = der(0x06, hex('550403'));
const TRUE = der(0x01, hex('ff'));

const CA_CONSTRAINT = sequence(der(0x06, hex('551d13')), TRUE, der(0x04, sequence(TRUE)));
const LOCALHOST_NAMES = sequence(
  der(0x06, hex('551d11')),
  der(0x04, sequence(der(0x82, 'localhost'), der(0x87, Buffer.from([127, 0, 0, 1])))),
);

const toName = (commonName: string): Buffer =>
  sequence(der(0x31, sequence(COMMON_NAME, der(0x0c, commonName))));

const toTime = (day: string): Buffer => der(0x18, `${day}000000Z`);

const signCertificate = (
  {
    subject,
    subjectKey,
    extension,
    validity,
  }: { subject: string; subjectKey: KeyObject; extension: Buffer; validity: Validity },
  issuerKey: KeyObject,
): Buffer => {
  const toBeSigned = sequence(
    der(0xa0, der(0x02, hex('02'))),
    der(0x02, hex('01')),
    ECDSA_WITH_SHA256,
    toName(ISSUER),
    sequence(toTime(validity.notBefore), toTime(validity.notAfter)),
    toName(subject),
    subjectKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(extension)),
  );
  const signature = sign('sha256', toBeSigned, issuerKey);
  return sequence(toBeSigned, ECDSA_WITH_SHA256, der(0x03, hex('00'), signature));
};

const exportKey = (key: KeyObject): string => key.export({ type: 'pkcs8', format: 'pem' }).toString();
