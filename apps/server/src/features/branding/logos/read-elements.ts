export type SvgElement = {
  name: string;
  prefix: string;
  local: string;
  namespace: string | undefined;
  depth: number;
  attributes: { name: string; value: string }[];
};

const TOKEN =
  /<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<\?[\s\S]*?\?>|<(?<end>\/?)(?<name>[^\s"'<>/=!?]+)(?<attributes>(?:\s+[^\s"'<>/=]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(?<empty>\/?)>|[^<]+/y;
const ATTRIBUTE = /\s*([^\s"'<>/=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/gy;

type Namespaces = ReadonlyMap<string, string>;

/**
 * Reads the elements of an XML without a document type, with resolved names; undefined if it can't be read to its last
 * byte. It is stricter than a parser, so that the elements judged here are those that are drawn.
 */
export const readElements = (source: string): SvgElement[] | undefined => {
  const elements: SvgElement[] = [];
  const scopes: Namespaces[] = [new Map([['xml', 'http://www.w3.org/XML/1998/namespace']])];
  for (const token of readTokens(source)) {
    const { name, end, attributes: written, empty } = token?.groups ?? {};
    if (token === undefined) return undefined;
    if (name === undefined) continue;
    if (end) scopes.pop();
    const outer = scopes.at(-1);
    if (outer === undefined) return undefined;
    if (end) continue;
    const attributes = readAttributes(written!);
    const scope = declare(outer, attributes);
    const element = scope && resolve(name, scope);
    if (!element) return undefined;
    elements.push({ ...element, depth: scopes.length, attributes });
    if (!empty) scopes.push(scope);
  }
  return scopes.length === 1 ? elements : undefined;
};

const readTokens = function* (source: string): Generator<RegExpExecArray | undefined> {
  const token = new RegExp(TOKEN);
  while (token.lastIndex < source.length) {
    const found = token.exec(source);
    yield found ?? undefined;
    if (!found) return;
  }
};

const readAttributes = (written: string) =>
  [...written.matchAll(ATTRIBUTE)].map(([, name, double, single]) => ({
    name: name!,
    value: double ?? single!,
  }));

// Refuses references to characters, by which a namespace could be spelled in another way.
const declare = (outer: Namespaces, attributes: SvgElement['attributes']): Namespaces | undefined => {
  const own = attributes.filter(({ name }) => /^xmlns(:|$)/.test(name));
  if (own.some(({ value }) => value.includes('&'))) return undefined;
  return own.length === 0 ? outer : new Map([...outer, ...own.map(toNamespace)]);
};

const toNamespace = ({ name, value }: { name: string; value: string }) =>
  [name.slice('xmlns:'.length), value] as const;

const resolve = (name: string, scope: Namespaces) => {
  const [local, prefix = ''] = name.split(':').toReversed();
  const namespace = scope.get(prefix);
  return prefix !== '' && namespace === undefined ? undefined : { name, prefix, local: local!, namespace };
};
