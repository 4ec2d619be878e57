import type { SigningCredential } from '../protocol/signature-provider.ts';

/** An algorithm that a credential may sign by, as the CMS names it. */
export type SignAlgorithm = Pick<SigningCredential, 'hash' | 'scheme'> & {
  /** signAlgo of signatures/signHash. */
  oid: string;
  /** signAlgoParams, DER in base64, where the algorithm has some. */
  parameters?: string;
};

/** RFC 4055, section 6: SHA-256, MGF1 with it, a salt of 32 bytes. */
const PSS_SHA_256 = 'MDSgDzANBglghkgBZQMEAgEFAKEcMBoGCSqGSIb3DQEBCDANBglghkgBZQMEAgEFAKIDAgEg';

/** In the order of preference; RFC 8017, RFC 5758, RFC 5480. */
const ALGORITHMS: readonly SignAlgorithm[] = [
  { oid: '1.2.840.113549.1.1.11', hash: 'SHA-256' },
  { oid: '1.2.840.113549.1.1.12', hash: 'SHA-384' },
  { oid: '1.2.840.113549.1.1.13', hash: 'SHA-512' },
  { oid: '1.2.840.113549.1.1.1', hash: 'SHA-256' },
  { oid: '1.2.840.113549.1.1.10', hash: 'SHA-256', scheme: 'RSA-PSS', parameters: PSS_SHA_256 },
  { oid: '1.2.840.10045.4.3.2', hash: 'SHA-256' },
  { oid: '1.2.840.10045.4.3.3', hash: 'SHA-384' },
  { oid: '1.2.840.10045.4.3.4', hash: 'SHA-512' },
  { oid: '1.2.840.10045.2.1', hash: 'SHA-256' },
];

/** Finds how to sign with a key that offers these algorithms; undefined when verifiers take none of them. */
export const findSignAlgorithm = (offered: readonly string[]): SignAlgorithm | undefined =>
  ALGORITHMS.find(({ oid }) => offered.includes(oid));

export const HASH_OIDS = {
  'SHA-256': '2.16.840.1.101.3.4.2.1',
  'SHA-384': '2.16.840.1.101.3.4.2.2',
  'SHA-512': '2.16.840.1.101.3.4.2.3',
} as const;
