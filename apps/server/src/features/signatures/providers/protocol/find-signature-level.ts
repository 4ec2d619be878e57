import { findExtension, readOid } from '@field-inspection/evidence/asn1';
import type { SignatureLevel } from './signature-provider.ts';

const QC_STATEMENTS = '1.3.6.1.5.5.7.1.3';

/** ETSI EN 319 412-5: a qualified certificate (section 4.2.1) whose key is in a qualified device (4.2.2). */
const QUALIFIED = ['0.4.0.1862.1.1', '0.4.0.1862.1.4'];
/** Section 4.2.3: for signatures, seals, web sites; without it, it is for signatures. */
const QC_TYPE = '0.4.0.1862.1.6';
const FOR_SIGNATURES = '0.4.0.1862.1.6.1';

/**
 * The level of a signature by a remote provider, by what the certificate states: qualified, or else advanced. That
 * the authority may state it, its root and the trusted lists say, not this.
 */
export const findSignatureLevel = (certificate: Uint8Array): Exclude<SignatureLevel, 'SES'> => {
  const statements = findExtension(certificate, QC_STATEMENTS)?.children ?? [];
  const stated = statements.map(({ children }) => readOid(children[0]!));
  const types = statements[stated.indexOf(QC_TYPE)]?.children[1]?.children.map(readOid);
  const isForSignatures = types?.includes(FOR_SIGNATURES) ?? true;
  return isForSignatures && QUALIFIED.every((oid) => stated.includes(oid)) ? 'QES' : 'AES';
};
