import { equalBytes } from '../bytes.ts';
import { CONTEXT, OCTET_STRING, SEQUENCE } from '../der/tags.ts';
import { writeDer, writeInteger, writeOid, writeSet } from '../der/write-der.ts';
import { EvidenceError } from '../evidence-error.ts';
import { readToken } from '../timestamp/token.ts';
import { readTstInfo } from '../timestamp/tst-info.ts';
import { DATA, SIGNED_DATA, TIMESTAMP_TOKEN } from '../x509/oids.ts';
import { digestBytes, verifySignature } from '../x509/web-crypto.ts';
import { spellSignature } from './hash-signature.ts';
import { readOrder, type ReadOrder, type SignatureOrder } from './signature-order.ts';
import { writeAttribute, writeAttributes } from './write-attributes.ts';

// RFC 5652, sections 5.1 and 5.3: plain data, and a signer named by its issuer.
const VERSION = 1;

/**
 * Assembles the CMS of a seal or a signature in a PDF: the DER that goes into Contents, as hex, filled up with zeros. The
 * signature is verified first, so that one by another key, or over something else, shows here and not at a reader's.
 *
 * With a timestamp it is of level B-T: a token for what `hashSignature` gives.
 *
 * @param order as it was given to `prepareSignature`; `signature`: what the key made of the prepared bytes, for ECDSA as
 *   DER or with r and s side by side; `timestamp`: the DER of a token.
 * @returns the DER of the ContentInfo.
 * @throws {EvidenceError} `invalid_signature` when the certificate's key did not make it, or when the timestamp is of
 *   something else; `invalid_digest`, `invalid_signer`; `digest_unavailable`.
 *
 * @example
 * ```ts
 * import { assembleSignature, type SignatureOrder } from '@field-inspection/evidence/seal';
 *
 * declare const order: SignatureOrder; // as it was prepared
 * declare const signature: Uint8Array; // from a provider
 * declare const timestamp: Uint8Array; // a token for what hashSignature gives
 *
 * const cms = await assembleSignature({ ...order, signature, timestamp });
 * ```
 *
 * @see ETSI EN 319 142-1 section 6.3, https://www.rfc-editor.org/rfc/rfc5652#section-5,
 *   https://www.rfc-editor.org/rfc/rfc3161#appendix-A
 */
export async function assembleSignature(
  order: SignatureOrder & { readonly signature: Uint8Array; readonly timestamp?: Uint8Array },
): Promise<Uint8Array> {
  const read = readOrder(order);
  const attributes = await writeAttributes(read);
  const signature = spellSignature(order.signature, read.signer);
  await assertSignature(signature, { read, signedBytes: writeSet(attributes) });
  const { timestamp } = order;
  if (timestamp !== undefined) await assertTimestamp(timestamp, signature);

  const { signer, certificates, hashIdentifier, signatureIdentifier } = read;
  const unsigned = timestamp ? [writeSet([writeAttribute(TIMESTAMP_TOKEN, timestamp)], CONTEXT[1])] : [];
  const signerInfo = writeDer(
    SEQUENCE,
    writeInteger(VERSION),
    writeDer(SEQUENCE, signer.issuer.bytes, writeInteger(signer.serial)),
    hashIdentifier,
    writeSet(attributes, CONTEXT[0]),
    signatureIdentifier,
    writeDer(OCTET_STRING, signature),
    ...unsigned,
  );
  const carried = certificates.map(({ bytes }) => bytes);
  const signedData = writeDer(
    SEQUENCE,
    writeInteger(VERSION),
    writeSet([hashIdentifier]),
    writeDer(SEQUENCE, writeOid(DATA)),
    writeSet(carried, CONTEXT[0]),
    writeSet([signerInfo]),
  );
  return writeDer(SEQUENCE, writeOid(SIGNED_DATA), writeDer(CONTEXT[0], signedData));
}

async function assertSignature(
  signature: Uint8Array,
  { read, signedBytes }: { read: ReadOrder; signedBytes: Uint8Array },
): Promise<void> {
  const { signer, hash, algorithm: name } = read;
  const { publicKey, budget } = signer;
  const given = { publicKey, algorithm: { name, hash }, signature, signedBytes, budget };
  const isValid = await verifySignature(given).catch((cause: unknown) => {
    if (cause instanceof EvidenceError) throw cause;
    throw refuse("The signer's key did not make this signature.", cause);
  });
  if (!isValid) throw refuse("The signer's key did not make this signature.");
}

async function assertTimestamp(timestamp: Uint8Array, signature: Uint8Array): Promise<void> {
  const digest = await digestBytes('SHA-256', signature);
  if (!equalBytes(readImprintDigest(timestamp), digest)) throw refuse('The timestamp is of something else.');
}

function readImprintDigest(timestamp: Uint8Array): Uint8Array {
  try {
    return readTstInfo(readToken(timestamp).content).imprint.digest;
  } catch (cause) {
    throw refuse('The timestamp is no token.', cause);
  }
}

function refuse(message: string, cause?: unknown): EvidenceError {
  return new EvidenceError('invalid_signature', message, cause === undefined ? undefined : { cause });
}
