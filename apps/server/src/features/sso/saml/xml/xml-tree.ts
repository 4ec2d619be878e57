/** A name as namespaces resolve it. The prefix is kept for the canonical form alone, and never compared. */
export type XmlName = { prefix: string; local: string; namespace: string };

export type XmlAttribute = XmlName & { value: string };

/** A namespace that an element declares; the prefix `''` is the default. */
export type XmlBinding = { prefix: string; namespace: string };

export type XmlElement = XmlName & {
  attributes: readonly XmlAttribute[];
  bindings: readonly XmlBinding[];
  children: readonly (XmlElement | string)[];
};

export const XML_NAMESPACE = 'http://www.w3.org/XML/1998/namespace';

export const isNamed = (
  { namespace, local }: XmlElement,
  [space, name]: readonly [string, string],
): boolean => namespace === space && local === name;

export const childElements = ({ children }: XmlElement): XmlElement[] =>
  children.filter((child) => typeof child !== 'string');

/** Words beside elements would be part of what is signed, and of nothing that is read. */
export const hasWords = ({ children }: XmlElement): boolean =>
  children.some((child) => typeof child === 'string' && child.trim() !== '');

/** Undefined where the element holds others: no text is put together of pieces. */
export const textOf = ({ children }: XmlElement): string | undefined => {
  if (children.length === 0) return '';
  const [only] = children;
  return children.length === 1 && typeof only === 'string' ? only : undefined;
};

/** An attribute without a namespace. */
export const attributeOf = ({ attributes }: XmlElement, name: string): string | undefined =>
  attributes.find(({ namespace, local }) => namespace === '' && local === name)?.value;

/** This element and all below it. */
export const listElements = (element: XmlElement): XmlElement[] => {
  const listed = [element];
  // The list grows while it is walked.
  for (const each of listed)
    for (const child of each.children) if (typeof child !== 'string') listed.push(child);
  return listed;
};

export type SequencePart = { name: readonly [string, string]; min: 0 | 1 };

/** An element or none for each part of a sequence, in its order; undefined for any other sequence. */
export const matchSequence = (
  elements: readonly XmlElement[],
  parts: readonly SequencePart[],
): (XmlElement | undefined)[] | undefined => {
  let at = 0;
  const matched = parts.map(({ name }) => {
    const element = elements[at];
    if (!element || !isNamed(element, name)) return undefined;
    at += 1;
    return element;
  });
  const isWhole = parts.every(({ min }, index) => min === 0 || matched[index]);
  return isWhole && at === elements.length ? matched : undefined;
};
