import { INTEGER, PRIMITIVE_CONTEXT, SEQUENCE } from './der/tags.ts';
import { writeDer } from './der/write-der.ts';
import { writeInteger } from './der/write-integer.ts';
import { writeOid } from './der/write-oid.ts';
import { writeTime } from './der/write-time.ts';

const VERSION = 1;

/** A TSTInfo (RFC 3161, section 2.4.2). `imprint` and `nonce` are the request's, as their DER. */
export function writeTstInfo(given: {
  policy: string;
  imprint: Uint8Array;
  serial: bigint;
  genTime: Date;
  accuracyMs: number | undefined;
  nonce: Uint8Array | undefined;
}): Uint8Array {
  const { policy, imprint, serial, genTime, accuracyMs, nonce } = given;
  return writeDer(
    SEQUENCE,
    writeInteger(VERSION),
    writeOid(policy),
    imprint,
    writeInteger(serial),
    writeTime(genTime),
    ...(accuracyMs === undefined ? [] : [writeAccuracy(accuracyMs)]),
    ...(nonce ? [nonce] : []),
  );
}

function writeAccuracy(accuracyMs: number): Uint8Array {
  const seconds = Math.floor(accuracyMs / 1000);
  const millis = accuracyMs % 1000;
  return writeDer(
    SEQUENCE,
    ...(seconds > 0 ? [writeInteger(seconds, INTEGER)] : []),
    ...(millis > 0 ? [writeInteger(millis, PRIMITIVE_CONTEXT[0])] : []),
  );
}
