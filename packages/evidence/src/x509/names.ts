import { encodeHex, equalBytes } from '../bytes.ts';
import { readExtensionValue, type Certificate } from './certificate.ts';
import type { DerNode } from '../der/read-der.ts';
import { openFields, readOnlyField } from '../der/read-fields.ts';
import { readOid } from '../der/read-values.ts';
import {
  BMP_STRING,
  CONTEXT,
  IA5_STRING,
  PRINTABLE_STRING,
  SEQUENCE,
  SET,
  UTF8_STRING,
} from '../der/tags.ts';
import { SUBJECT_ALTERNATIVE_NAME } from './oids.ts';
import { Refusal } from '../timestamp-refusal.ts';

// RFC 4514, section 3; the last seven are names of RFC 4519, RFC 2985 and X.520 that authorities and signers use.
const SHORT_NAMES: ReadonlyMap<string, string> = new Map([
  ['2.5.4.3', 'CN'],
  ['2.5.4.6', 'C'],
  ['2.5.4.7', 'L'],
  ['2.5.4.8', 'ST'],
  ['2.5.4.9', 'STREET'],
  ['2.5.4.10', 'O'],
  ['2.5.4.11', 'OU'],
  ['0.9.2342.19200300.100.1.1', 'UID'],
  ['0.9.2342.19200300.100.1.25', 'DC'],
  ['2.5.4.5', 'serialNumber'],
  ['2.5.4.13', 'description'],
  ['2.5.4.4', 'surname'],
  ['2.5.4.42', 'givenName'],
  ['2.5.4.65', 'pseudonym'],
  ['2.5.4.97', 'organizationIdentifier'],
  ['1.2.840.113549.1.9.1', 'emailAddress'],
]);

// Surname, given name, pseudonym; and organisation.
const PERSON = ['2.5.4.4', '2.5.4.42', '2.5.4.65'];
const ORGANISATION = '2.5.4.10';

const encoder = new TextEncoder();

/**
 * RFC 4514's form, the most specific part first: "CN=Unit 1,O=Authority,C=IT".
 *
 * @throws {Refusal} `malformed`
 */
export function formatName(name: DerNode): string {
  return name.children.map(formatPart).reverse().join(',');
}

/**
 * By ETSI EN 319 412, a person's name has a surname, a given name or a pseudonym (part 2, section 4.2.4), an
 * organisation's the organisation and none of these (part 3, section 4.2.1). Gives null for neither.
 *
 * @throws {Refusal} `malformed`
 */
export function findSubjectKind(name: DerNode): 'person' | 'organisation' | null {
  const oids = name.children.flatMap(({ children }) => {
    return children.map((attribute) => readOid(openFields(attribute, SEQUENCE, 'name').takeAny()));
  });
  if (PERSON.some((oid) => oids.includes(oid))) return 'person';
  return oids.includes(ORGANISATION) ? 'organisation' : null;
}

/**
 * An authority's name in the token must be its signer's subject or one of its alternative names (RFC 3161, section
 * 2.4.2). Directory names are compared by what they say, others as bytes.
 *
 * @throws {Refusal} `wrong_authority_name`, `malformed`
 */
export function checkAuthorityName(name: DerNode | undefined, signer: Certificate): void {
  if (!name || isSubject(name, signer)) return;

  const alternatives = readExtensionValue(signer, SUBJECT_ALTERNATIVE_NAME)?.children ?? [];
  if (alternatives.some((alternative) => isSameGeneralName(alternative, name))) return;
  throw new Refusal('wrong_authority_name', 'The token names another authority than its signer.');
}

function isSameGeneralName(one: DerNode, other: DerNode): boolean {
  if (equalBytes(one.bytes, other.bytes)) return true;
  if (one.tag !== CONTEXT[4] || other.tag !== CONTEXT[4]) return false;
  const [oneName, otherName] = [one, other].map((name) => readOnlyField(name, CONTEXT[4], 'directory name'));
  return isSameName(oneName!, otherName!);
}

function isSubject(name: DerNode, { subject }: Certificate): boolean {
  if (name.tag !== CONTEXT[4]) return false;
  return isSameName(readOnlyField(name, CONTEXT[4], 'name of the authority'), subject);
}

/** Compares bytes, then texts (RFC 5280, section 7.1), since authorities vary the kind of string. */
export function isSameName(one: DerNode, other: DerNode): boolean {
  return equalBytes(one.bytes, other.bytes) || foldName(one) === foldName(other);
}

/**
 * Equal names give the same text: in any kind of string, in capitals or not, with more or fewer spaces. Letters beyond
 * ASCII and other values count as they are. The text is for comparing alone.
 */
export function foldName(name: DerNode): string {
  return JSON.stringify(name.children.map((part) => part.children.map(foldAttribute).sort()));
}

function foldAttribute({ bytes, children: [type, value, ...rest] }: DerNode): string {
  const text = type && value && rest.length === 0 ? decodeText(value) : undefined;
  if (text === undefined) return encodeHex(bytes);
  const folded = text
    .trim()
    .replaceAll(/[ \t\r\n]+/g, ' ')
    .replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
  return `${encodeHex(type!.bytes)} ${folded}`;
}

function formatPart(part: DerNode): string {
  openFields(part, SET, 'name');
  return part.children.map(formatAttribute).join('+');
}

function formatAttribute(attribute: DerNode): string {
  const fields = openFields(attribute, SEQUENCE, 'name');
  const oid = readOid(fields.takeAny());
  const value = fields.takeAny();
  fields.end();

  const shortName = SHORT_NAMES.get(oid);
  const text = shortName === undefined ? undefined : decodeText(value);
  return text === undefined ? `${oid}=#${encodeHex(value.bytes)}` : `${shortName}=${escapeText(text)}`;
}

function decodeText({ tag, content }: DerNode): string | undefined {
  const encoding = tag === BMP_STRING ? 'utf-16be' : 'utf-8';
  if (![UTF8_STRING, PRINTABLE_STRING, IA5_STRING, BMP_STRING].includes(tag)) return undefined;
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(content);
  } catch {
    return undefined;
  }
}

// RFC 4514, section 2.4. Invisible characters are escaped, too, since names end on terminals.
function escapeText(text: string): string {
  return text
    .replaceAll(/["+,;<>\\]/g, '\\$&')
    .replace(/^[ #]/, '\\$&')
    .replace(/ $/, '\\ ')
    .replaceAll(/[\p{Cc}\p{Cf}]/gu, (hidden) => encodeHex(encoder.encode(hidden)).replaceAll(/../g, '\\$&'));
}
