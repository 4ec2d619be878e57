import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openSamlCase, TAKEN } from '../testing/open-saml-case.ts';
import { signByXmlCrypto } from '../testing/sign-by-others.ts';
import { canonicalize } from '../xml/canonicalize.ts';
import { readXml } from '../xml/read-xml.ts';

const { signer, judgeXml, write } = openSamlCase();

const PLAIN = write({ signs: 'nothing' });
const XS = 'http://www.w3.org/2001/XMLSchema';

/** The ways in which providers write the same: how a canonical form writes it is the signer's to find out. */
const SPELLINGS: Record<string, string> = {
  'as a canonical form': PLAIN,
  'with empty elements and single quotes': PLAIN.replace(/<([\w:]+)([^<>]*)><\/\1>/g, '<$1$2/>').replace(
    / (\w+)="([^"]*)"/g,
    " $1='$2'",
  ),
  'with namespaces at the top': PLAIN.replaceAll(
    ' xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"',
    '',
  ).replace(
    '<samlp:Response',
    `<samlp:Response xmlns:xs="${XS}" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"`,
  ),
  'with a default namespace': PLAIN.replace(/xmlns:saml=/g, 'xmlns=').replace(/(<\/?)saml:/g, '$1'),
  'with types': PLAIN.replaceAll(
    '<saml:AttributeValue>',
    `<saml:AttributeValue xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xs="${XS}" xsi:type="xs:string">`,
  ),
  'with white space, line ends and references': PLAIN.replaceAll('><', '>\r\n\t<')
    .replace(/>\s*<\/saml:SubjectConfirmationData>/, '></saml:SubjectConfirmationData>')
    .replaceAll('inspectors', 'inspec&#x74;ors &#13;&#xA; &quot;&gt;&apos; \u{1F477}'),
};

describe.each(Object.entries(SPELLINGS))('a response that xml-crypto signed, written %s', (_how, xml) => {
  it.each(['Assertion', 'Response'] as const)('is taken where the %s is signed', (element) => {
    expect(judgeXml(signByXmlCrypto(xml, signer, { element }))).toBe(TAKEN);
  });

  it('is taken where both are signed', () => {
    const inner = signByXmlCrypto(xml, signer, { element: 'Assertion' });
    expect(judgeXml(signByXmlCrypto(inner, signer, { element: 'Response' }))).toBe(TAKEN);
  });

  it('is refused once a letter of it changes', () => {
    const signed = signByXmlCrypto(xml, signer, { element: 'Assertion' });
    expect(judgeXml(signed.replace('admins', 'Admins'))).toBe('altered');
  });
});

type Node = {
  prefix: string;
  bindings: [string, string][];
  attributes: [string, string][];
  children: (Node | string)[];
};

const PREFIXES = ['', 'p', 'q'];
const texts = fc.string({
  unit: fc.constantFrom('a', ' ', '&', '<', '>', '"', "'", '\t', '\n', 'é', '\u{1F477}'),
  maxLength: 6,
});
const { node } = fc.letrec<{ node: Node }>((tie) => ({
  node: fc.record({
    prefix: fc.constantFrom(...PREFIXES),
    bindings: fc.uniqueArray(fc.tuple(fc.constantFrom(...PREFIXES), fc.constantFrom('urn:a', 'urn:b')), {
      selector: ([prefix]) => prefix,
    }),
    attributes: fc.uniqueArray(fc.tuple(fc.constantFrom('x', 'y', 'p:x', 'q:y'), texts), {
      selector: ([name]) => name,
    }),
    children: fc.array(fc.oneof({ depthSize: 'small', withCrossShrink: true }, texts, tie('node')), {
      maxLength: 4,
    }),
  }),
}));

const escape = (text: string): string =>
  text.replace(/[&<>"\t\n]/g, (letter) => `&#${letter.charCodeAt(0)};`);

/** A prefix that nobody declared is left out. */
const spell = ({ prefix, bindings, attributes, children }: Node, known: ReadonlySet<string>): string => {
  const scope = new Set([...known, ...bindings.map(([each]) => each)]);
  const name = prefix !== '' && scope.has(prefix) ? `${prefix}:e` : 'e';
  const written = [
    ...bindings.map(([each, namespace]) => [each === '' ? 'xmlns' : `xmlns:${each}`, namespace] as const),
    ...attributes.filter(([each]) => !each.includes(':') || scope.has(each.slice(0, 1))),
  ].map(([each, value]) => ` ${each}="${escape(value)}"`);
  const inner = children.map((child) => (typeof child === 'string' ? escape(child) : spell(child, scope)));
  return `<${name}${written.join('')}>${inner.join('')}</${name}>`;
};

it('any document has the canonical form that xml-crypto digests', () => {
  let compared = 0;
  fc.assert(
    fc.property(node, (tree) => {
      const xml = `<Response ID="_r" xmlns:q="urn:b"><Issuer/>${spell(tree, new Set(['q']))}</Response>`;
      const signed = signByXmlCrypto(xml, signer, { element: 'Response' });
      const [, digest] = /<ds:DigestValue>(.*?)</.exec(signed) ?? [];
      const form = canonicalize({ path: [readXml(Buffer.from(xml), { maxBytes: 100_000 })], prefixes: [] });
      expect(createHash('sha256').update(form).digest('base64')).toBe(digest);
      compared += 1;
    }),
    { numRuns: 300 },
  );
  expect(compared).toBe(300);
});
