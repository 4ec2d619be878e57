import { HASH_BYTES } from '../x509/algorithms.ts';
import { readDer } from '../der/read-der.ts';
import { openFields } from '../der/read-fields.ts';
import { readBoolean, readInteger, readOid } from '../der/read-values.ts';
import { BOOLEAN, CONTEXT, INTEGER, OBJECT_IDENTIFIER, SEQUENCE } from '../der/tags.ts';
import { Refusal } from '../timestamp-refusal.ts';
import { readImprint } from '../timestamp/tst-info.ts';

/** `imprint` and `nonce` are DER, to be repeated to the byte. */
export type TimestampRequest = {
  readonly imprint: Uint8Array;
  readonly policy: string | undefined;
  readonly nonce: Uint8Array | undefined;
  readonly wantsCertificates: boolean;
  readonly hasExtensions: boolean;
};

const VERSION = 1;

/**
 * Reads a TimeStampReq (RFC 3161, section 2.4.1).
 *
 * @throws {Refusal} `malformed`, `unsupported_algorithm`
 */
export function readTimestampRequest(der: Uint8Array): TimestampRequest {
  const fields = openFields(readDer(der), SEQUENCE, 'request');
  const version = readInteger(fields.take(INTEGER));
  const imprint = fields.take(SEQUENCE);
  const policy = fields.takeOptional(OBJECT_IDENTIFIER);
  const nonce = fields.takeOptional(INTEGER)?.bytes;
  const wantsCertificates = readBoolean(fields.takeOptional(BOOLEAN));
  const hasExtensions = fields.takeOptional(CONTEXT[0]) !== undefined;
  fields.end();

  const { hash, digest } = readImprint(imprint);
  if (version !== VERSION || digest.length !== HASH_BYTES[hash]) {
    throw new Refusal('malformed', 'The request is of another version, or has a digest of another length.');
  }
  return {
    imprint: imprint.bytes,
    policy: policy && readOid(policy),
    nonce,
    wantsCertificates,
    hasExtensions,
  };
}
