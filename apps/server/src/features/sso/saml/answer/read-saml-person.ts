import { Email, personName } from '@field-inspection/contract';
import type { ProvidedPerson } from '../../provided-person.ts';
import { refuse } from '../refusal/refuse-answer.ts';
import { attributeOf, childElements, isNamed, textOf, type XmlElement } from '../xml/xml-tree.ts';
import { USUAL_NAMES, type SamlClaimMap } from './claim-names.ts';
import type { SamlExpectation } from './expectation.ts';
import { readWords, refuseShape, requireAttribute, type AssertionParts } from './find-parts.ts';
import { saml } from './saml-names.ts';

const FORMAT = 'urn:oasis:names:tc:SAML:';
const PERSISTENT = `${FORMAT}2.0:nameid-format:persistent`;
const UNSPECIFIED = `${FORMAT}1.1:nameid-format:unspecified`;
const ADDRESS = `${FORMAT}1.1:nameid-format:emailAddress`;

/** Core 2.0, section 8.3.7. */
const MAX_SUBJECT = 256;
const MAX_GROUPS = 1_000;
const MAX_GROUP = 256;

type Values = ReadonlyMap<string, readonly string[]>;

/**
 * Says who somebody is, by an assertion that was judged.
 *
 * @throws {ProviderRefusal} unusable_subject
 */
export const readSamlPerson = (
  { attributes }: Pick<AssertionParts, 'attributes'>,
  nameId: XmlElement,
  expected: SamlExpectation,
): ProvidedPerson => {
  const { claimMap = {} } = expected;
  const subject = readSubject(nameId, expected);
  const values = readValues(attributes);
  const isPersistent = attributeOf(nameId, 'Format') === PERSISTENT;
  return {
    subject,
    email: firstOf(Email, [...pick(values, claimMap.email, 'email'), ...(isPersistent ? [] : [subject])]),
    emailVerified: null,
    displayName: readName(values, claimMap),
    groups: pick(values, claimMap.groups, 'groups')
      .filter((group) => group !== '' && group.length <= MAX_GROUP)
      .slice(0, MAX_GROUPS),
    claims: showClaims(values),
  };
};

/** A name that is given once only, such as a transient NameID, can't be a member. */
const readSubject = (nameId: XmlElement, { issuer, audience }: SamlExpectation): string => {
  const format = attributeOf(nameId, 'Format') ?? UNSPECIFIED;
  if (![PERSISTENT, UNSPECIFIED, ADDRESS].includes(format))
    refuse('unusable_subject', 'The NameID must be persistent, an e-mail address or unspecified.');
  // A persistent NameID is one person's only at the pair of both that it names.
  const isForeign =
    (attributeOf(nameId, 'NameQualifier') ?? issuer) !== issuer ||
    (attributeOf(nameId, 'SPNameQualifier') ?? audience) !== audience;
  if (format === PERSISTENT && isForeign)
    refuse('unusable_subject', 'The NameID of the provider is one for another service.');
  const subject = readWords(nameId, MAX_SUBJECT);
  return subject === subject.trim() && !/[\t\n\r]/.test(subject)
    ? subject
    : refuse('unusable_subject', 'The NameID of the provider has white space around it.');
};

const readValues = (statements: readonly XmlElement[]): Values => {
  const values = new Map<string, string[]>();
  for (const attribute of statements.flatMap(childElements)) {
    if (!isNamed(attribute, saml('Attribute'))) refuseShape('AttributeStatement');
    const name = requireAttribute(attribute, 'Name');
    const known = values.get(name) ?? [];
    values.set(name, known);
    for (const value of childElements(attribute)) {
      if (!isNamed(value, saml('AttributeValue'))) refuseShape('Attribute');
      // A value that holds elements is none that is used here.
      const text = textOf(value)?.trim();
      if (text !== undefined) known.push(text);
    }
  }
  return values;
};

const pick = (
  values: Values,
  mapped: string | undefined,
  kind: keyof typeof USUAL_NAMES,
): readonly string[] => {
  const names: readonly string[] = mapped === undefined ? USUAL_NAMES[kind] : [mapped];
  return names.map((name) => values.get(name) ?? []).find((found) => found.length > 0) ?? [];
};

type Schema = { safeParse: (value: string) => { success: true; data: string } | { success: false } };

const firstOf = (schema: Schema, texts: readonly string[]): string | null => {
  for (const text of texts) {
    const read = schema.safeParse(text);
    if (read.success) return read.data;
  }
  return null;
};

const Name = personName(200);

const readName = (values: Values, { name }: SamlClaimMap): string | null => {
  if (name !== undefined) return firstOf(Name, pick(values, name, 'name'));
  const parts = [
    ...pick(values, undefined, 'givenName').slice(0, 1),
    ...pick(values, undefined, 'surname').slice(0, 1),
  ];
  return firstOf(Name, [
    ...pick(values, undefined, 'name'),
    parts.join(' '),
    ...pick(values, undefined, 'otherName'),
  ]);
};

const MAX_CLAIMS = 50;
const MAX_CLAIM_NAME = 128;
const MAX_CLAIM = 500;
const MAX_VALUES = 50;

const showClaims = (values: Values): ProvidedPerson['claims'] =>
  Object.fromEntries(
    [...values]
      .filter(([name]) => name !== '__proto__')
      .slice(0, MAX_CLAIMS)
      .map(([name, [first = '', ...others]]) => [
        cut(name, MAX_CLAIM_NAME),
        others.length === 0
          ? cut(first, MAX_CLAIM)
          : [first, ...others].slice(0, MAX_VALUES).map((value) => cut(value, MAX_CLAIM)),
      ]),
  );

const cut = (text: string, max: number): string => text.slice(0, max).toWellFormed();
