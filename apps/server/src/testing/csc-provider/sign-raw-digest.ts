import { constants, createECDH, privateEncrypt, randomBytes, type KeyObject } from 'node:crypto';

/** DigestInfo of SHA-256 (RFC 8017, section 9.2), up to the digest. */
const DIGEST_INFO = Buffer.from('3031300d060960864801650304020105000420', 'hex');

/** RSA with PKCS #1 v1.5, or ECDSA on P-256 with r and s. WebCrypto and `crypto.sign` would hash the digest. */
export const signRawDigest = (key: KeyObject, digest: Uint8Array): Buffer => {
  if (key.asymmetricKeyType === 'rsa') {
    const info = Buffer.concat([DIGEST_INFO, digest]);
    return privateEncrypt({ key, padding: constants.RSA_PKCS1_PADDING }, info);
  }
  const secret = BigInt(`0x${Buffer.from(key.export({ format: 'jwk' }).d!, 'base64url').toString('hex')}`);
  return signByCurve(secret, BigInt(`0x${Buffer.from(digest).toString('hex')}`));
};

/** The order of P-256 (FIPS 186-5). */
const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;

const signByCurve = (secret: bigint, digest: bigint): Buffer => {
  const nonce = randomBytes(32);
  nonce[0] = 1;
  const point = createECDH('prime256v1');
  point.setPrivateKey(nonce);
  const r = BigInt(`0x${point.getPublicKey('hex', 'uncompressed').slice(2, 66)}`) % ORDER;
  const k = BigInt(`0x${nonce.toString('hex')}`);
  const s = (power(k, ORDER - 2n) * (digest + r * secret)) % ORDER;
  return Buffer.from([r, s].map((number) => number.toString(16).padStart(64, '0')).join(''), 'hex');
};

/** Modulo a prime. The exponent that is two less than the prime gives the inverse, by Fermat. */
const power = (base: bigint, exponent: bigint): bigint => {
  let result = 1n;
  let square = base % ORDER;
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * square) % ORDER;
    square = (square * square) % ORDER;
  }
  return result;
};
