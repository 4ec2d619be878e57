import type { KeyObject } from 'node:crypto';

const XMLDSIG_MORE = 'http://www.w3.org/2001/04/xmldsig-more#';
const XMLENC = 'http://www.w3.org/2001/04/xmlenc#';

export type SignatureMethod = { key: 'rsa' | 'ec'; hash: string };

/** All that is taken: no SHA-1, no HMAC, by which the public certificate would sign. */
export const SIGNATURE_METHODS: ReadonlyMap<string, SignatureMethod> = new Map([
  [`${XMLDSIG_MORE}rsa-sha256`, { key: 'rsa', hash: 'sha256' }],
  [`${XMLDSIG_MORE}rsa-sha384`, { key: 'rsa', hash: 'sha384' }],
  [`${XMLDSIG_MORE}rsa-sha512`, { key: 'rsa', hash: 'sha512' }],
  [`${XMLDSIG_MORE}ecdsa-sha256`, { key: 'ec', hash: 'sha256' }],
  [`${XMLDSIG_MORE}ecdsa-sha384`, { key: 'ec', hash: 'sha384' }],
]);

export const DIGEST_METHODS: ReadonlyMap<string, string> = new Map([
  [`${XMLENC}sha256`, 'sha256'],
  [`${XMLDSIG_MORE}sha384`, 'sha384'],
  [`${XMLENC}sha512`, 'sha512'],
]);

const CURVES = ['prime256v1', 'secp384r1'];

/** A longer key would let whoever sets up a connection take much of the processor with each sign-in. */
const MAX_RSA_BITS = 8_192;

/** RSA of 2 048 to 8 192 bits, or ECDSA with P-256 or P-384. */
export const isTrustworthy = ({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): boolean => {
  const { modulusLength = 0, publicExponent = 0n, namedCurve = '' } = asymmetricKeyDetails ?? {};
  // To the power of one, each number is its own signature.
  if (asymmetricKeyType === 'rsa')
    return modulusLength >= 2_048 && modulusLength <= MAX_RSA_BITS && publicExponent > 2n;
  return asymmetricKeyType === 'ec' && CURVES.includes(namedCurve);
};
