import { encodeHex } from '../bytes.ts';
import { readHashAlgorithm, type HashName } from '../x509/algorithms.ts';
import { readDer, type DerNode } from '../der/read-der.ts';
import { openFields, readOnlyField } from '../der/read-fields.ts';
import { readBoolean, readInteger, readOid, readTime } from '../der/read-values.ts';
import {
  BOOLEAN,
  CONTEXT,
  GENERALIZED_TIME,
  INTEGER,
  OBJECT_IDENTIFIER,
  OCTET_STRING,
  PRIMITIVE_CONTEXT,
  SEQUENCE,
} from '../der/tags.ts';
import { openBudget, type StepBudget } from '../step-budget.ts';
import { Refusal } from '../timestamp-refusal.ts';

/** The authority's statement. Numbers are the content of DER integers; the time is milliseconds since 1970. */
export type TstInfo = {
  readonly policy: string;
  readonly imprint: Imprint;
  readonly serial: Uint8Array;
  readonly genTime: number;
  readonly accuracyUs: number | null;
  readonly nonce: Uint8Array | undefined;
  readonly authority: DerNode | undefined;
};

type Imprint = { readonly hash: HashName; readonly digest: Uint8Array };

const VERSION = 1;

/**
 * Reads a TSTInfo (RFC 3161, section 2.4.2).
 *
 * @throws {Refusal} `malformed`; `unsupported_algorithm` for an imprint of a weak or unknown hash
 */
export function readTstInfo(content: Uint8Array, budget: StepBudget = openBudget()): TstInfo {
  const fields = openFields(readDer(content, budget), SEQUENCE, 'timestamp');
  if (readInteger(fields.take(INTEGER)) !== VERSION) throw malformed('is of another version');
  const policy = readOid(fields.take(OBJECT_IDENTIFIER));
  const imprint = readImprint(fields.take(SEQUENCE));
  const serial = readSerial(fields.take(INTEGER));
  const genTime = readTime(fields.take(GENERALIZED_TIME));
  const accuracyUs = readAccuracy(fields.takeOptional(SEQUENCE));
  // `ordering BOOLEAN DEFAULT FALSE`: nothing depends on it, and a spelled-out false is signed.
  fields.takeOptional(BOOLEAN);
  const nonce = fields.takeOptional(INTEGER)?.content;
  const authority = readAuthority(fields.takeOptional(CONTEXT[0]));
  assertExtensions(fields.takeOptional(CONTEXT[1]));
  fields.end();
  return { policy, imprint, serial, genTime, accuracyUs, nonce, authority };
}

/**
 * Reads a MessageImprint (RFC 3161, section 2.4.1).
 *
 * @throws {Refusal} `malformed`, `unsupported_algorithm`
 */
export function readImprint(node: DerNode): Imprint {
  const fields = openFields(node, SEQUENCE, 'imprint');
  const hash = readHashAlgorithm(fields.take(SEQUENCE));
  const digest = fields.take(OCTET_STRING).content;
  fields.end();
  return { hash, digest };
}

/** `serial` is hex without the zero byte that keeps a DER integer positive. */
export function viewTstInfo({ genTime, serial, policy }: TstInfo) {
  return {
    gen_time: new Date(genTime).toISOString(),
    serial: encodeHex(serial).replace(/^00(?=.)/, ''),
    policy,
  };
}

// RFC 3161 allows 160 bits: 20 bytes, and the zero byte in front that keeps the number positive.
function readSerial({ content }: DerNode): Uint8Array {
  if (content[0]! >= 0x80 || content.length > 21) throw malformed('has a serial number out of range');
  return content;
}

function readAccuracy(node: DerNode | undefined): number | null {
  if (!node) return null;

  const fields = openFields(node, SEQUENCE, 'accuracy');
  const seconds = fields.takeOptional(INTEGER);
  const millis = readThousandths(fields.takeOptional(PRIMITIVE_CONTEXT[0]));
  const micros = readThousandths(fields.takeOptional(PRIMITIVE_CONTEXT[1]));
  fields.end();
  return (seconds ? readInteger(seconds) : 0) * 1_000_000 + millis * 1000 + micros;
}

// RFC 3161 has 1 to 999. Some authorities write a zero instead of leaving it out.
function readThousandths(node: DerNode | undefined): number {
  if (!node) return 0;
  const number = readInteger(node);
  if (number > 999) throw malformed('has an accuracy out of range');
  return number;
}

function readAuthority(node: DerNode | undefined): DerNode | undefined {
  return node && readOnlyField(node, CONTEXT[0], 'name of the authority');
}

// An extension says, for instance, that a timestamp is qualified (ETSI EN 319 422, section 9). No result depends on
// one, so only the form is read. A critical one is refused.
function assertExtensions(node: DerNode | undefined): void {
  for (const extension of node?.children ?? []) {
    const fields = openFields(extension, SEQUENCE, 'extension');
    fields.take(OBJECT_IDENTIFIER);
    if (readBoolean(fields.takeOptional(BOOLEAN))) throw malformed('has an extension that is not known here');
    fields.take(OCTET_STRING);
    fields.end();
  }
}

function malformed(reason: string): Refusal {
  return new Refusal('malformed', `The timestamp ${reason}.`);
}
