import { isBytes } from '../bytes.ts';
import { readDer } from '../der/read-der.ts';
import { NULL, SEQUENCE, CONTEXT } from '../der/tags.ts';
import { writeDer, writeInteger, writeOid } from '../der/write-der.ts';
import { EvidenceError } from '../evidence-error.ts';
import { HASH_BYTES, readPublicKey, type HashName, type SignatureAlgorithm } from '../x509/algorithms.ts';
import { readCertificate, type Certificate } from '../x509/certificate.ts';
import {
  ECDSA_SHA_256,
  ECDSA_SHA_384,
  ECDSA_SHA_512,
  MGF_1,
  RSA_PSS,
  RSA_SHA_256,
  RSA_SHA_384,
  RSA_SHA_512,
  SHA_256,
  SHA_384,
  SHA_512,
} from '../x509/oids.ts';

/** Scheme of an RSA key: PKCS #1 v1.5, or PSS with a salt as long as the hash. */
export type SignatureScheme = 'RSASSA-PKCS1-v1_5' | 'RSA-PSS';

/** Digest to sign, with its signer's certificates. The same order gives the same bytes: keep it between two steps. */
export type SignatureOrder = {
  /** The digest of the two byte ranges of the PDF, by `hash`. */
  readonly digest: Uint8Array;
  /** The signer's certificate, then those above it, each as DER. The root may be left out. */
  readonly certificates: readonly Uint8Array[];
  /** The one hash of everything. Default: SHA-256. */
  readonly hash?: HashName;
  /** Scheme of an RSA key. Default: `RSASSA-PKCS1-v1_5`. A key for RSA-PSS alone and an ECDSA key have no choice. */
  readonly scheme?: SignatureScheme;
};

export type ReadOrder = {
  readonly digest: Uint8Array;
  readonly signer: Certificate;
  readonly certificates: readonly Certificate[];
  readonly hash: HashName;
  readonly algorithm: SignatureAlgorithm['name'];
  readonly hashIdentifier: Uint8Array;
  readonly signatureIdentifier: Uint8Array;
};

const HASH_OIDS = { 'SHA-256': SHA_256, 'SHA-384': SHA_384, 'SHA-512': SHA_512 } as const;
const RSA_OIDS = { 'SHA-256': RSA_SHA_256, 'SHA-384': RSA_SHA_384, 'SHA-512': RSA_SHA_512 } as const;
const ECDSA_OIDS = { 'SHA-256': ECDSA_SHA_256, 'SHA-384': ECDSA_SHA_384, 'SHA-512': ECDSA_SHA_512 } as const;

/** @throws {EvidenceError} `invalid_digest`, `invalid_signer` */
export function readOrder(order: SignatureOrder): ReadOrder {
  const { hash = 'SHA-256' } = order;
  if (!Object.hasOwn(HASH_OIDS, hash) || !isBytes(order.digest) || order.digest.length !== HASH_BYTES[hash]) {
    throw new EvidenceError(
      'invalid_digest',
      'A digest is of SHA-256, SHA-384 or SHA-512, and has its length.',
    );
  }
  const { certificates, isEcdsa, isPss } = readCertificates(order.certificates);
  const scheme = order.scheme ?? (isPss ? 'RSA-PSS' : 'RSASSA-PKCS1-v1_5');
  if (scheme !== 'RSASSA-PKCS1-v1_5' && (scheme !== 'RSA-PSS' || isEcdsa)) {
    throw new EvidenceError('invalid_signer', 'A scheme is RSASSA-PKCS1-v1_5 or RSA-PSS, and of RSA keys.');
  }
  const hashIdentifier = writeHash(hash);
  return {
    digest: new Uint8Array(order.digest),
    signer: certificates[0]!,
    certificates,
    hash,
    algorithm: isEcdsa ? 'ECDSA' : scheme,
    hashIdentifier,
    signatureIdentifier: isEcdsa
      ? writeDer(SEQUENCE, writeOid(ECDSA_OIDS[hash]))
      : writeRsaIdentifier(hash, { scheme, hashIdentifier }),
  };
}

function readCertificates(ders: readonly Uint8Array[]) {
  try {
    const certificates = ders.map((der) => readCertificate(readDer(new Uint8Array(der))));
    const key = readPublicKey(certificates[0]!.publicKey);
    return {
      certificates,
      isEcdsa: key.kind === 'ECDSA',
      isPss: key.kind === 'RSA' && key.pss !== undefined,
    };
  } catch (cause) {
    const message =
      "The signer's certificate must be given, with a key of RSA or ECDSA, and each as its DER.";
    throw new EvidenceError('invalid_signer', message, { cause });
  }
}

// Null parameters, as RFC 8017 has them for RSASSA-PSS, and as all verifiers take them (RFC 5754, section 2).
function writeHash(hash: HashName): Uint8Array {
  return writeDer(SEQUENCE, writeOid(HASH_OIDS[hash]), writeDer(NULL));
}

function writeRsaIdentifier(
  hash: HashName,
  { scheme, hashIdentifier }: { scheme: SignatureScheme; hashIdentifier: Uint8Array },
): Uint8Array {
  if (scheme === 'RSASSA-PKCS1-v1_5') return writeDer(SEQUENCE, writeOid(RSA_OIDS[hash]), writeDer(NULL));

  // RFC 4055, section 3.1.
  const parameters = writeDer(
    SEQUENCE,
    writeDer(CONTEXT[0], hashIdentifier),
    writeDer(CONTEXT[1], writeDer(SEQUENCE, writeOid(MGF_1), hashIdentifier)),
    writeDer(CONTEXT[2], writeInteger(HASH_BYTES[hash])),
  );
  return writeDer(SEQUENCE, writeOid(RSA_PSS), parameters);
}
