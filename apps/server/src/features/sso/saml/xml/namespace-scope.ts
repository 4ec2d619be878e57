import { refuse } from '../refusal/refuse-answer.ts';
import { XML_NAMESPACE, type XmlBinding, type XmlName } from './xml-tree.ts';

const XMLNS_NAMESPACE = 'http://www.w3.org/2000/xmlns/';

/** The namespaces in force at an element, by prefix. */
export type NamespaceScope = Map<string, string>;

export const openScope = (): NamespaceScope =>
  new Map([
    ['', ''],
    ['xml', XML_NAMESPACE],
  ]);

/** Sets the bindings of an element, and returns what they hid. No scope is copied: that would cost more than linear. */
export const bind = (scope: NamespaceScope, bindings: readonly XmlBinding[]): XmlBinding[] => {
  const hidden: XmlBinding[] = [];
  for (const { prefix, namespace } of bindings) {
    hidden.push({ prefix, namespace: scope.get(prefix) ?? '' });
    scope.set(prefix, namespace);
  }
  return hidden;
};

/** Namespaces in XML, sections 3 and 6. Names are ASCII, so that their order by bytes is that of JavaScript. */
export const judgeBinding = (binding: XmlBinding): XmlBinding => {
  const { prefix, namespace } = binding;
  const isReserved =
    prefix === 'xml' || prefix === 'xmlns' || namespace === XML_NAMESPACE || namespace === XMLNS_NAMESPACE;
  const isUndeclared = prefix !== '' && namespace === '';
  if (isReserved || isUndeclared || !/^[!-~]{0,512}$/.test(namespace))
    refuse('malformed', 'The provider declares a namespace that XML does not allow.');
  return binding;
};

/** The default namespace is for elements alone. */
export const resolveName = (scope: NamespaceScope, name: string, kind: 'element' | 'attribute'): XmlName => {
  const colon = name.indexOf(':');
  const prefix = colon < 0 ? '' : name.slice(0, colon);
  const local = name.slice(colon + 1);
  if (prefix === '') return { prefix, local, namespace: kind === 'element' ? scope.get('')! : '' };
  // A prefix that is out of force again has an empty namespace (bind).
  const namespace = scope.get(prefix);
  return namespace
    ? { prefix, local, namespace }
    : refuse('malformed', 'The provider uses a prefix that no element declares.');
};
