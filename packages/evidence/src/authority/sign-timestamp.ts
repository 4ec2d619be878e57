import { EvidenceError } from '../evidence-error.ts';
import { assertPolicy, assertTime } from '../timestamp/arguments.ts';
import { checkSignerCertificate } from '../timestamp/check-signer-certificate.ts';
import { findCertificateFault } from '../x509/certificate-rules.ts';
import { TST_INFO } from '../x509/oids.ts';
import { readCertificate, type Certificate } from '../x509/certificate.ts';
import { readDer } from '../der/read-der.ts';
import { BIT_STRING, SEQUENCE } from '../der/tags.ts';
import { writeDer, writeInteger } from '../der/write-der.ts';
import { Refusal } from '../timestamp-refusal.ts';
import { verifySignedContent } from '../cms/signed-attributes.ts';
import { readToken } from '../timestamp/token.ts';
import { readTimestampRequest, type TimestampRequest } from './read-timestamp-request.ts';
import type { SigningKey } from './signing-key.ts';
import { writeSignedData, writeTstInfo } from './write-token.ts';

export type TimestampOrder = {
  /** The DER of the request, of unknown origin. */
  readonly request: Uint8Array;
  /** The signer's certificate, then those above it, each as DER. The root may be left out. */
  readonly certificates: readonly Uint8Array[];
  /** The private key of the first certificate: RSASSA-PKCS1-v1_5, or ECDSA on P-256 or P-384. */
  readonly key: SigningKey;
  /** The token's number, 1 to 2^160 - 1, never used before by this authority. */
  readonly serial: bigint;
  /** The time to state, from a clock that is right. */
  readonly genTime: Date;
  /** The authority's policy, as a dotted object identifier. A request for another one is refused. */
  readonly policy: string;
  /** Error of `genTime`, either way: 1 to 86 400 000 ms (a day). Default: not stated. */
  readonly accuracyMs?: number;
};

const GRANTED = 0;
const REJECTION = 2;

// PKIFailureInfo, by bit number (RFC 3161, section 2.4.2).
const BAD_ALGORITHM = 0;
const BAD_FORMAT = 5;
const UNACCEPTED_POLICY = 15;
const UNACCEPTED_EXTENSION = 16;

const DAY_MS = 86_400_000;
const MAX_SERIAL = 2n ** 160n - 1n;

/**
 * Signs a timestamp, as an authority does: answers a request with a reply that holds a token, or, where the request is
 * no request or asks for what is not offered, with a rejection and its reason. The signer is verified before
 * the reply is returned, so that a certificate out of date, or of another key, shows here and not years later.
 *
 * It makes an authority only as far as its clock, its key and its numbers can be trusted. The server uses it for the
 * authority it brings along, which is for demonstration.
 *
 * @returns the DER of the reply, to be sent as `application/timestamp-reply`.
 * @throws {EvidenceError} `invalid_signer`, `invalid_serial`, `invalid_time`, `invalid_policy` for arguments that are
 *   not the request; `digest_unavailable`.
 *
 * @example
 * ```ts
 * import { signTimestamp, type SigningKey } from '@field-inspection/evidence/authority';
 *
 * declare const request: Uint8Array; // the body of an application/timestamp-query
 * declare const certificates: Uint8Array[]; // DER, the signer's first
 * declare const key: SigningKey;
 *
 * const reply = await signTimestamp({
 *   request,
 *   certificates,
 *   key,
 *   serial: 1n,
 *   genTime: new Date(),
 *   policy: '1.3.6.1.4.1.99999.1',
 *   accuracyMs: 1000,
 * });
 * ```
 *
 * @see https://www.rfc-editor.org/rfc/rfc3161#section-2.4, https://www.rfc-editor.org/rfc/rfc5816
 */
export async function signTimestamp(order: TimestampOrder): Promise<Uint8Array> {
  const certificates = order.certificates.map(readChainCertificate);
  const signer = certificates[0];
  if (!signer) throw new EvidenceError('invalid_signer', "The signer's certificate is missing.");
  assertStatement(order);

  const request = judgeRequest(order);
  if ('failure' in request) return writeRejection(request.failure);

  const { imprint, nonce, wantsCertificates } = request;
  const { key, policy, serial, genTime, accuracyMs } = order;
  const content = writeTstInfo({ policy, imprint, serial, genTime, accuracyMs, nonce });
  const carried = wantsCertificates ? certificates : [];
  const token = await writeSignedData({ content, signer, key, certificates: carried });
  await assertSigner(signer, { token, genTime });
  return writeDer(SEQUENCE, writeDer(SEQUENCE, writeInteger(GRANTED)), token);
}

function readChainCertificate(der: Uint8Array): Certificate {
  try {
    return readCertificate(readDer(new Uint8Array(der)));
  } catch (cause) {
    throw new EvidenceError('invalid_signer', 'A certificate must be given as its DER.', { cause });
  }
}

function assertStatement({ serial, genTime, policy, accuracyMs }: TimestampOrder): void {
  if (typeof serial !== 'bigint' || serial < 1n || serial > MAX_SERIAL) {
    throw new EvidenceError('invalid_serial', 'A serial number is a bigint from 1 to 2^160 - 1.');
  }
  assertTime(genTime);
  if (
    accuracyMs !== undefined &&
    !(Number.isInteger(accuracyMs) && accuracyMs >= 1 && accuracyMs <= DAY_MS)
  ) {
    throw new EvidenceError(
      'invalid_time',
      'An accuracy is a whole number of milliseconds, 1 to 86 400 000.',
    );
  }
  assertPolicy(policy);
}

function judgeRequest({ request, policy }: TimestampOrder): TimestampRequest | { failure: number } {
  try {
    const wish = readTimestampRequest(new Uint8Array(request));
    if (wish.policy !== undefined && wish.policy !== policy) return { failure: UNACCEPTED_POLICY };
    if (wish.hasExtensions) return { failure: UNACCEPTED_EXTENSION };
    return wish;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { failure: error.code === 'unsupported_algorithm' ? BAD_ALGORITHM : BAD_FORMAT };
  }
}

// A named bit list ends with its last set bit (X.690, section 11.2.2).
function writeRejection(failure: number): Uint8Array {
  const bits = new Uint8Array(2 + Math.floor(failure / 8));
  bits[0] = 7 - (failure % 8);
  bits[bits.length - 1] = 0x80 >> (failure % 8);
  return writeDer(SEQUENCE, writeDer(SEQUENCE, writeInteger(REJECTION), writeDer(BIT_STRING, bits)));
}

async function assertSigner(
  signer: Certificate,
  { token, genTime }: { token: Uint8Array; genTime: Date },
): Promise<void> {
  try {
    checkSignerCertificate(signer);
    const fault = findCertificateFault(signer, genTime.getTime());
    if (fault) throw fault;
    const signedData = readToken(token);
    const { content } = signedData;
    await verifySignedContent(signedData, { signer, content, contentType: TST_INFO });
  } catch (cause) {
    if (!(cause instanceof Refusal)) throw cause;
    throw new EvidenceError('invalid_signer', `The token would be refused. ${cause.message}`, { cause });
  }
}
