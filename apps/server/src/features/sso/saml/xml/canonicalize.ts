import { refuse } from '../refusal/refuse-answer.ts';
import { escapeAttribute, escapeText } from './escape-xml.ts';
import { bind, openScope, type NamespaceScope } from './namespace-scope.ts';
import type { XmlAttribute, XmlBinding, XmlElement } from './xml-tree.ts';

/** A namespace of a distant parent is written anew at each child: a quarter of a MiB could become a GiB. */
const MAX_LENGTH = 1_048_576;

export type Canonicalized = {
  /** From the root of the document down to the element that is written. */
  path: readonly XmlElement[];
  /** Prefixes that are written where they are declared, used or not (InclusiveNamespaces); `''` is the default. */
  prefixes: readonly string[];
  /** The child that the transform "enveloped signature" takes out. */
  without?: XmlElement;
};

type Writing = {
  parts: string[];
  length: number;
  prefixes: ReadonlySet<string>;
  without: XmlElement | undefined;
  /** In force in the document, and already written. */
  scope: NamespaceScope;
  written: NamespaceScope;
};

/** Exclusive XML Canonicalization 1.0, without comments, of an element. */
export const canonicalize = ({ path, prefixes, without }: Canonicalized): Uint8Array<ArrayBuffer> => {
  const scope = openScope();
  for (const { bindings } of path.slice(0, -1)) bind(scope, bindings);
  const writing: Writing = {
    parts: [],
    length: 0,
    prefixes: new Set(prefixes),
    without,
    scope,
    written: openScope(),
  };
  writeElement(writing, path.at(-1)!);
  return new TextEncoder().encode(writing.parts.join(''));
};

const writeElement = (writing: Writing, element: XmlElement): void => {
  const { scope, written } = writing;
  const hidden = bind(scope, element.bindings);
  const bindings = listBindings(writing, element);
  const overwritten = bind(written, bindings);
  const name = spell(element);
  write(writing, `<${name}`);
  for (const { prefix, namespace } of bindings)
    write(writing, ` ${prefix === '' ? 'xmlns' : `xmlns:${prefix}`}="${escapeAttribute(namespace)}"`);
  for (const attribute of element.attributes.toSorted(compareAttributes))
    write(writing, ` ${spell(attribute)}="${escapeAttribute(attribute.value)}"`);
  write(writing, '>');
  for (const child of element.children) {
    if (typeof child === 'string') write(writing, escapeText(child));
    else if (child !== writing.without) writeElement(writing, child);
  }
  write(writing, `</${name}>`);
  bind(written, overwritten);
  bind(scope, hidden);
};

const write = (writing: Writing, part: string): void => {
  writing.length += part.length;
  if (writing.length > MAX_LENGTH)
    refuse('too_large', `What the provider signed takes more than ${MAX_LENGTH} characters.`);
  writing.parts.push(part);
};

// Only what the element uses itself is written, and what the list of prefixes names.
const listBindings = ({ prefixes, scope, written }: Writing, element: XmlElement): XmlBinding[] => {
  const used = new Set([element.prefix, ...prefixes]);
  for (const { prefix } of element.attributes) if (prefix !== '') used.add(prefix);
  return [...used]
    .map((prefix) => ({ prefix, namespace: scope.get(prefix) ?? '' }))
    .filter(({ prefix, namespace }) => namespace !== (written.get(prefix) ?? ''))
    .toSorted((one, other) => compareTexts(one.prefix, other.prefix));
};

const spell = ({ prefix, local }: { prefix: string; local: string }): string =>
  prefix === '' ? local : `${prefix}:${local}`;

const compareAttributes = (one: XmlAttribute, other: XmlAttribute): number =>
  compareTexts(one.namespace, other.namespace) || compareTexts(one.local, other.local);

const compareTexts = (one: string, other: string): number => {
  if (one === other) return 0;
  return one < other ? -1 : 1;
};
