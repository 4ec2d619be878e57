import { isHex64 } from '../bytes.ts';
import { isCount, isFlag, isText, listOf, nullOr, objectOf, only, type Shape } from './exact-json.ts';
import { ADDENDA_DISCLOSURES_PATH, ADDENDA_PATH, CHAIN_PATH, DISCLOSURES_PATH } from './places.ts';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const VARIANT = /^[a-z]{1,20}$/;

export const isExactly = (expected: unknown): Shape => only((value) => value === expected);

const isHash = only(isHex64);
const isUuid = only((value) => typeof value === 'string' && UUID.test(value));
const isPosition = only((value) => Number.isSafeInteger(value) && (value as number) > 0);

const FILE = { path: isText, mime: isText, byte_size: isCount, sha256: isHash };

const ANCHOR = {
  authority: isText,
  demo: isFlag,
  status: only((value) => ['pending', 'anchored', 'failed'].includes(value as string)),
  gen_time: nullOr(isText),
  serial: nullOr(isText),
  policy: nullOr(isText),
  token: nullOr(isText),
  certificates: nullOr(isText),
};

const DERIVATIVE = {
  ...FILE,
  variant: only((value) => typeof value === 'string' && VARIANT.test(value)),
};

const EVIDENCE = {
  ...FILE,
  id: isUuid,
  kind: isText,
  sequence: nullOr(isCount),
  captured_at: nullOr(isText),
  annotates: nullOr(isText),
  whiteboard: nullOr(isText),
  version: nullOr(isCount),
  derivatives: listOf(objectOf(DERIVATIVE)),
};

const VERSION_1 = {
  session: objectOf({ id: isUuid, organisation_id: isUuid }),
  chain: objectOf({ path: isExactly(CHAIN_PATH), length: isCount, head: isHash }),
  anchors: listOf(objectOf(ANCHOR)),
  evidence: listOf(objectOf(EVIDENCE)),
  disclosures: isExactly(DISCLOSURES_PATH),
};

const VERSION_2 = {
  ...VERSION_1,
  addenda: objectOf({
    path: isExactly(ADDENDA_PATH),
    length: isCount,
    head: isHash,
    anchors: listOf(objectOf({ ...ANCHOR, sequence: isPosition })),
    disclosures: isExactly(ADDENDA_DISCLOSURES_PATH),
  }),
  reports: listOf(
    objectOf({ ...FILE, mime: isExactly('application/pdf'), id: isUuid, sequence: isPosition }),
  ),
  withheld: listOf(objectOf({ path: isText, sequence: isPosition })),
};

export const MANIFEST_SHAPES: ReadonlyMap<unknown, Shape> = new Map([
  [1, objectOf(VERSION_1)],
  [2, objectOf(VERSION_2)],
]);
