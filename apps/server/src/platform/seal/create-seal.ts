import { constants, sign, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import { describeSigner } from '@field-inspection/evidence/seal';
import type { Seal, SealHash } from './seal.ts';

const signInPool = promisify(sign);

/**
 * Makes a seal from its key and certificates, its own first.
 *
 * @throws {EvidenceError} `invalid_signer` for a key that is weak or unknown
 */
export const createSeal = ({
  key,
  certificates,
  others = [],
  demo,
}: Pick<Seal, 'certificates' | 'others' | 'demo'> & { key: KeyObject }): Seal => {
  const { subject, not_before, not_after } = describeSigner(certificates[0]!);
  const hash = chooseHash(key);
  const options = {
    key,
    dsaEncoding: 'der' as const,
    ...(key.asymmetricKeyType === 'rsa-pss' ? PSS : {}),
  };
  return {
    subject,
    certificates,
    others,
    hash,
    notBefore: new Date(not_before),
    notAfter: new Date(not_after),
    demo,
    sign: async (bytes) => new Uint8Array(await signInPool(hash.replace('-', ''), bytes, options)),
  };
};

const PSS = {
  padding: constants.RSA_PKCS1_PSS_PADDING,
  saltLength: constants.RSA_PSS_SALTLEN_DIGEST,
};

const BY_CURVE: Record<string, SealHash> = { secp384r1: 'SHA-384', secp521r1: 'SHA-512' };
const BY_LIMIT: Record<string, SealHash> = { sha384: 'SHA-384', sha512: 'SHA-512' };

/** As strong as the curve (RFC 5480, section 4), or the hash that an RSA-PSS key is limited to. */
const chooseHash = ({ asymmetricKeyDetails: details = {} }: KeyObject): SealHash =>
  BY_CURVE[details.namedCurve ?? ''] ?? BY_LIMIT[details.hashAlgorithm ?? ''] ?? 'SHA-256';
