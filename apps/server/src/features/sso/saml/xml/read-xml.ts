import { refuse } from '../refusal/refuse-answer.ts';
import { decodeBytes, decodeReferences } from './decode-text.ts';
import { bind, judgeBinding, openScope, resolveName, type NamespaceScope } from './namespace-scope.ts';
import { readEndTag, readStartTag, skipSpace, type Tag } from './read-tag.ts';
import type { XmlAttribute, XmlBinding, XmlElement } from './xml-tree.ts';

/** A usual answer has some 40 elements, seven deep; one with a thousand groups a thousand more. */
const MAX_ELEMENTS = 5_000;
const MAX_DEPTH = 32;

export type XmlLimits = {
  maxBytes: number;
  /** Files of metadata have comments; in what is signed they would split a text. */
  comments?: 'skipped';
};

type Reading = {
  text: string;
  limits: XmlLimits;
  scope: NamespaceScope;
  open: { element: XmlElement; name: string; children: (XmlElement | string)[]; hidden: XmlBinding[] }[];
  elements: number;
  root: XmlElement | undefined;
};

/**
 * Reads a document of XML 1.0 that has neither DOCTYPE, CDATA nor processing instructions. The work is linear in its
 * length.
 *
 * @throws {ProviderRefusal} malformed, forbidden_markup or too_large
 */
export const readXml = (bytes: Uint8Array, limits: XmlLimits): XmlElement => {
  if (bytes.length > limits.maxBytes)
    refuse('too_large', `The provider sent more than ${limits.maxBytes} bytes.`);
  const text = decodeBytes(bytes);
  const reading: Reading = { text, limits, scope: openScope(), open: [], elements: 0, root: undefined };
  let at = skipDeclaration(text);
  while (at < text.length) at = readNext(reading, at);
  return reading.open.length === 0 && reading.root ? reading.root : refuseMalformed();
};

// Versions other than 1.0 have other characters and line ends.
const DECLARATION =
  /^<\?xml version=(?:"1\.0"|'1\.0')(?: encoding=(?:"utf-8"|'utf-8'))?(?: standalone=(?:"(?:yes|no)"|'(?:yes|no)'))? ?\?>/i;

const skipDeclaration = (text: string): number => DECLARATION.exec(text)?.[0].length ?? 0;

const readNext = (reading: Reading, at: number): number => {
  const { text } = reading;
  const tag = text.indexOf('<', at);
  const end = tag < 0 ? text.length : tag;
  if (end > at) keepText(reading, text.slice(at, end));
  if (tag < 0) return end;
  const mark = text[tag + 1];
  if (mark === '/') return closeElement(reading, tag + 2);
  if (mark === '!' || mark === '?') return skipComment(reading, tag);
  return openElement(reading, readStartTag(text, tag + 1));
};

const keepText = ({ open }: Reading, words: string): void => {
  const parent = open.at(-1);
  if (words.includes(']]>') || (!parent && skipSpace(words, 0) < words.length)) refuseMalformed();
  if (!parent) return;
  const decoded = decodeReferences(words);
  const before = parent.children.at(-1);
  // A comment that was skipped stood between.
  if (typeof before === 'string') parent.children[parent.children.length - 1] = before + decoded;
  else parent.children.push(decoded);
};

const openElement = (reading: Reading, { name, attributes, isEmpty, end }: Tag): number => {
  const { scope, open } = reading;
  reading.elements += 1;
  if (reading.elements > MAX_ELEMENTS || open.length === MAX_DEPTH)
    refuse('too_large', `The provider sent more than ${MAX_ELEMENTS} elements, or deeper than ${MAX_DEPTH}.`);
  const bindings = attributes.flatMap(readBinding);
  if (new Set(bindings.map(({ prefix }) => prefix)).size < bindings.length) refuseMalformed();
  const hidden = bind(scope, bindings);
  const children: (XmlElement | string)[] = [];
  const element = {
    ...resolveName(scope, name, 'element'),
    attributes: resolveAttributes(scope, attributes),
    bindings,
    children,
  };
  addElement(reading, element);
  if (isEmpty) bind(scope, hidden);
  else open.push({ element, name, children, hidden });
  return end;
};

const addElement = (reading: Reading, element: XmlElement): void => {
  const parent = reading.open.at(-1);
  if (!parent && reading.root) refuseMalformed();
  if (parent) parent.children.push(element);
  else reading.root = element;
};

const closeElement = ({ text, scope, open }: Reading, from: number): number => {
  const closed = open.pop() ?? refuseMalformed();
  bind(scope, closed.hidden);
  return readEndTag(text, from, closed.name);
};

const readBinding = ({ name, value }: Tag['attributes'][number]): XmlBinding[] => {
  if (name === 'xmlns') return [judgeBinding({ prefix: '', namespace: value })];
  return name.startsWith('xmlns:') ? [judgeBinding({ prefix: name.slice(6), namespace: value })] : [];
};

const resolveAttributes = (scope: NamespaceScope, attributes: Tag['attributes']): XmlAttribute[] => {
  const resolved = attributes
    .filter(({ name }) => name !== 'xmlns' && !name.startsWith('xmlns:'))
    .map(({ name, value }) => ({ ...resolveName(scope, name, 'attribute'), value }));
  const names = new Set(resolved.map(({ namespace, local }) => `${namespace} ${local}`));
  return names.size < resolved.length ? refuseMalformed() : resolved;
};

const skipComment = ({ text, limits }: Reading, at: number): number => {
  if (limits.comments !== 'skipped' || !text.startsWith('<!--', at))
    return refuse(
      'forbidden_markup',
      'The provider sent a DOCTYPE, a comment, CDATA or an instruction; none of them is taken.',
    );
  const end = text.indexOf('--', at + 4);
  return end >= 0 && text[end + 2] === '>' ? end + 3 : refuseMalformed();
};

const refuseMalformed = (): never => refuse('malformed', 'The provider sent XML that is not well-formed.');
