import { equalBytes } from '../bytes.ts';
import type { DerNode } from '../der/read-der.ts';
import { readOnlyField } from '../der/read-fields.ts';
import { readOid } from '../der/read-values.ts';
import { CONTEXT } from '../der/tags.ts';
import { Refusal } from '../timestamp-refusal.ts';
import { readSignatureAlgorithm, type HashName } from '../x509/algorithms.ts';
import { hasIssued } from '../x509/certificate-path.ts';
import { isSameName } from '../x509/names.ts';
import {
  CRL_SIGN,
  DIGITAL_SIGNATURE,
  findCertificateFault,
  readBasicConstraints,
  readKeyUsage,
} from '../x509/certificate-rules.ts';
import { readExtensionValue, type Certificate } from '../x509/certificate.ts';
import {
  EXTENDED_KEY_USAGE,
  KEY_USAGE,
  OCSP_NO_CHECK,
  OCSP_SIGNING,
  SHA_1,
  SHA_256,
  SHA_384,
  SHA_512,
} from '../x509/oids.ts';
import { digestBytes, verifySignature } from '../x509/web-crypto.ts';
import { listDistributionPoints, listFullNames } from './list-sources.ts';
import { findRevocation, type Crl } from './read-crl.ts';
import type { OcspResponse, SingleResponse } from './read-ocsp-response.ts';

export type CertificateStatus = {
  readonly revokedAt: number | null;
  readonly thisUpdate: number;
  readonly until: number;
};

type Pair = { readonly certificate: Certificate; readonly issuer: Certificate };

const HASHES: ReadonlyMap<string, HashName | 'SHA-1'> = new Map([
  [SHA_1, 'SHA-1'],
  [SHA_256, 'SHA-256'],
  [SHA_384, 'SHA-384'],
  [SHA_512, 'SHA-512'],
]);

/**
 * Verifies an OCSP response by the issuer's key, or by one that the issuer appointed for it (RFC 6960, section
 * 4.2.2.2), and gives the certificate's status.
 *
 * @throws {Refusal} for an answer that does not count, and for one that does not know the certificate
 * @throws {EvidenceError} `digest_unavailable`
 */
export async function judgeOcsp(response: OcspResponse, pair: Pair): Promise<CertificateStatus> {
  const answer = await findAnswer(response, pair);
  if (!answer || answer.status === 'unknown') {
    throw new Refusal('untrusted', 'The responder does not know the certificate.');
  }
  await verifyAnswer(response, await findResponder(response, pair.issuer));
  const { thisUpdate, nextUpdate, revokedAt } = answer;
  return { revokedAt, thisUpdate, until: nextUpdate ?? thisUpdate };
}

/**
 * Verifies a list, and gives the certificate's status. The list must be of the certificate's issuer and kind.
 *
 * @throws {Refusal} for a list that does not count
 * @throws {EvidenceError} `digest_unavailable`
 */
export async function judgeCrl(crl: Crl, { certificate, issuer }: Pair): Promise<CertificateStatus> {
  if (!isSameName(crl.issuer, certificate.issuer)) {
    throw new Refusal('untrusted', 'The revocation list is of another issuer.');
  }
  if (issuer.extensions.has(KEY_USAGE) && (readKeyUsage(issuer) & CRL_SIGN) === 0) {
    throw new Refusal('not_an_authority', 'The issuer may not sign revocation lists.');
  }
  if (crl.scope && !isInScope(crl.scope, certificate)) {
    throw new Refusal('untrusted', 'The revocation list is of other certificates.');
  }
  await verifyAnswer(crl, issuer);
  const { thisUpdate, nextUpdate } = crl;
  return {
    revokedAt: findRevocation(crl, certificate.serial),
    thisUpdate,
    until: nextUpdate ?? thisUpdate,
  };
}

async function verifyAnswer(
  { signatureAlgorithm, signature, signedBytes, budget }: OcspResponse | Crl,
  { publicKey }: Certificate,
): Promise<void> {
  const { hash, ...rest } = readSignatureAlgorithm(signatureAlgorithm);
  if (!hash) throw new Refusal('unsupported_algorithm', 'An answer on revocation names no hash.');
  const algorithm = { ...rest, hash };
  if (await verifySignature({ publicKey, algorithm, signature, signedBytes, budget })) return;
  throw new Refusal('wrong_signature', 'An answer on revocation was not signed by who should have.');
}

async function findAnswer(
  { answers }: OcspResponse,
  { certificate, issuer }: Pair,
): Promise<SingleResponse | undefined> {
  const named = answers.filter(({ serial }) => equalBytes(serial, certificate.serial));
  // SHA-1 is good enough here: the hashes only name the issuer, whose signature is verified.
  const digests = new Map<string, { name: Uint8Array; key: Uint8Array }>();
  for (const { hashOid } of named) {
    const hash = HASHES.get(hashOid);
    if (!hash || digests.has(hashOid)) continue;
    // RFC 6960, section 4.1.1: as the certificate in question spells it.
    const name = await digestBytes(hash, certificate.issuer.bytes);
    digests.set(hashOid, { name, key: await digestBytes(hash, keyBitsOf(issuer)) });
  }
  return named.find(({ hashOid, issuerNameHash, issuerKeyHash }) => {
    const digest = digests.get(hashOid);
    return digest && equalBytes(issuerNameHash, digest.name) && equalBytes(issuerKeyHash, digest.key);
  });
}

async function findResponder(response: OcspResponse, issuer: Certificate): Promise<Certificate> {
  if (await isNamed(response.responder, issuer)) return issuer;
  for (const candidate of response.certificates) {
    if (!(await isNamed(response.responder, candidate))) continue;
    assertAppointed(candidate, response.producedAt);
    if (await hasIssued(issuer, candidate)) return candidate;
  }
  throw new Refusal('untrusted', 'Who answered is neither the issuer nor appointed by it.');
}

// A responder's certificate without the mark would need an answer of its own (RFC 6960, section 4.2.2.2.1).
function assertAppointed(responder: Certificate, at: number): void {
  const fault = findCertificateFault(responder, at);
  if (fault) throw fault;
  const purposes = readExtensionValue(responder, EXTENDED_KEY_USAGE)?.children.map(readOid) ?? [];
  const usage = responder.extensions.has(KEY_USAGE) ? readKeyUsage(responder) : DIGITAL_SIGNATURE;
  const mayAnswer = purposes.includes(OCSP_SIGNING) && (usage & DIGITAL_SIGNATURE) !== 0;
  if (mayAnswer && responder.extensions.has(OCSP_NO_CHECK)) return;
  throw new Refusal('untrusted', 'Who answered was not appointed to answer.');
}

async function isNamed(responder: DerNode, candidate: Certificate): Promise<boolean> {
  const name = readOnlyField(responder, responder.tag, 'responder');
  if (responder.tag === CONTEXT[1]) return isSameName(name, candidate.subject);
  return equalBytes(name.content, await digestBytes('SHA-1', keyBitsOf(candidate)));
}

// RFC 6960, section 4.1.1: the key without its algorithm, tag, length and count of unused bits.
function keyBitsOf({ publicKey }: Certificate): Uint8Array {
  return publicKey.children[1]?.content.subarray(1) ?? new Uint8Array();
}

const [POINT, USERS_ONLY, AUTHORITIES_ONLY] = [0xa0, 0x81, 0x82];

/** Anything else in IssuingDistributionPoint (RFC 5280, section 5.2.5) limits the list to some cases. */
function isInScope(scope: DerNode, certificate: Certificate): boolean {
  return scope.children.every((limit) => {
    if (limit.tag === USERS_ONLY) return !readBasicConstraints(certificate).isAuthority;
    if (limit.tag === AUTHORITIES_ONLY) return readBasicConstraints(certificate).isAuthority;
    if (limit.tag !== POINT) return false;
    const named = listFullNames(limit);
    return listDistributionPoints(certificate).some((point) => {
      return named.some(({ bytes }) => equalBytes(bytes, point.bytes));
    });
  });
}
