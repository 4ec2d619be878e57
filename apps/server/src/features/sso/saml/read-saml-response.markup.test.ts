import { describe, expect, it } from 'vitest';
import { openSamlCase, TAKEN } from './testing/open-saml-case.ts';

const { judge, judgeXml, judgeBent, write } = openSamlCase();
const genuine = write();

const DOCTYPE = '<!DOCTYPE r [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>';

describe('markup that is not taken, wherever it stands', () => {
  it.each([
    ['a DOCTYPE', `<!DOCTYPE r>${genuine}`],
    ['entities that grow', `${DOCTYPE}${genuine}`],
    ['an entity of a file', `<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]>${genuine}`],
    ['a parameter entity', `<!DOCTYPE r [<!ENTITY % x SYSTEM "http://169.254.169.254/"> %x;]>${genuine}`],
    ['an entity that nobody declared', genuine.replace('inspectors', '&b;')],
    ['a name of HTML', genuine.replace('inspectors', '&nbsp;')],
    ['a comment before', `<!-- -->${genuine}`],
    ['a comment behind', `${genuine}<!-- -->`],
    ['an instruction before', `<?xml-stylesheet href="x"?>${genuine}`],
    ['an instruction behind', `${genuine}<?x y?>`],
    ['a second declaration', `<?xml version="1.0"?><?xml version="1.0"?>${genuine}`],
    ['a declaration within', genuine.replace('<samlp:Status>', '<?xml version="1.0"?><samlp:Status>')],
    ['XML 1.1', `<?xml version="1.1"?>${genuine}`],
    ['another encoding', `<?xml version="1.0" encoding="UTF-7"?>${genuine}`],
    ['CDATA', genuine.replace('>inspectors<', '><![CDATA[inspectors]]><')],
  ])('%s', (_what, xml) => {
    expect(xml).not.toBe(genuine);
    expect(judgeXml(xml)).toBe('forbidden_markup');
  });

  it.each(['<!-- x -->', '<?x?>', '<![CDATA[]]>'])(
    '%s within a NameID, before and after it was signed',
    (markup) => {
      const nameId = `maria@example.com${markup}.evil.example`;
      expect(judgeBent({ parts: { nameId } })).toBe('forbidden_markup');
      // A canonical form leaves comments out: the provider signed the name without one.
      const digested = (text: string) => text.replace(markup, '');
      expect(judgeBent({ parts: { nameId }, signature: { digested } })).toBe('forbidden_markup');
    },
  );
});

describe('bytes that are no XML', () => {
  it.each<[string, Uint8Array]>([
    ['nothing', new Uint8Array()],
    ['UTF-16', Buffer.from(`\uFEFF${genuine}`, 'utf16le')],
    ['UTF-16 without a mark', Buffer.from(genuine, 'utf16le')],
    ['a mark of the order of bytes', Buffer.from(`\uFEFF${genuine}`)],
    ['Latin-1', Buffer.from(genuine, 'latin1')],
    ['UTF-8 of more bytes than it needs', Buffer.concat([Buffer.from([0xc0, 0xbc]), Buffer.from(genuine)])],
    ['half a letter', Buffer.concat([Buffer.from(genuine), Buffer.from([0xc3])])],
    ['a zero', Buffer.from(genuine.replace('inspectors', 'inspec\0tors'))],
    ['the number of a zero', Buffer.from(genuine.replace('inspectors', '&#0;'))],
    ['the number of half a letter', Buffer.from(genuine.replace('inspectors', '&#xD800;'))],
    ['a number beyond letters', Buffer.from(genuine.replace('inspectors', '&#x110000;'))],
    ['words before', Buffer.from(`words${genuine}`)],
    ['words behind', Buffer.from(`${genuine}words`)],
    ['two roots', Buffer.from(`${genuine}<b/>`)],
    ['no end', Buffer.from(genuine.slice(0, -3))],
    ['a tag that never ends', Buffer.from(genuine.slice(0, -1))],
    ['ends in another order', Buffer.from('<a><b></a></b>')],
    ['an end of another name', Buffer.from('<a></ab>')],
    ['an end without a begin', Buffer.from('</a>')],
    ['an attribute twice', Buffer.from('<a b="1" b="1"/>')],
    [
      'an attribute twice by two prefixes',
      Buffer.from('<a xmlns:p="urn:n" xmlns:q="urn:n" p:b="1" q:b="1"/>'),
    ],
    ['a namespace twice', Buffer.from('<a xmlns:p="urn:n" xmlns:p="urn:n"/>')],
    ['a prefix that nobody declared', Buffer.from('<p:a/>')],
    ['a prefix of a sibling', Buffer.from('<a><b xmlns:p="urn:n"/><p:b/></a>')],
    ['a prefix that is undeclared', Buffer.from('<a xmlns:p="urn:n"><b xmlns:p=""/></a>')],
    ['xml as another namespace', Buffer.from('<a xmlns:xml="urn:n"/>')],
    ['xmlns as a prefix', Buffer.from('<a xmlns:xmlns="urn:n"/>')],
    [
      "XML's own namespace by another prefix",
      Buffer.from('<a xmlns:p="http://www.w3.org/XML/1998/namespace"/>'),
    ],
    ['two colons', Buffer.from('<a:b:c/>')],
    ['no quotes', Buffer.from('<a b=c/>')],
    ['no space between attributes', Buffer.from('<a b="1"c="2"/>')],
    ['a tag in a value', Buffer.from('<a b="<"/>')],
    ['letters beyond ASCII in a name', Buffer.from('<ä/>')],
    [']]> in a text', Buffer.from('<a>]]></a>')],
  ])('%s', (_what, bytes) => {
    expect(judgeXml(bytes)).toBe('malformed');
  });

  it('an ampersand alone is refused', () => {
    expect(judgeXml('<a>&</a>')).toBe('forbidden_markup');
  });

  it.each(['', '%%%', 'PGEvPg', 'PGEvPg=', 'PGEvPg==='])('no base64: %j', (text) => {
    expect(judge(text)).toBe('malformed');
  });

  it('other roots are refused', () => {
    expect(judgeXml('<a/>')).toBe('unexpected_shape');
    expect(judgeXml(genuine.replaceAll('samlp:Response', 'samlp:LogoutResponse'))).toBe('unexpected_shape');
    expect(judgeXml(genuine.replace('SAML:2.0:protocol', 'SAML:1.0:protocol'))).toBe('unexpected_shape');
  });
});

describe('a quarter of a MiB of what is hostile', () => {
  const fill = (part: (at: number) => string, letters = 262_000): string => {
    const parts: string[] = [];
    for (let at = 0, length = 0; length < letters; at += 1) {
      parts.push(part(at));
      length += parts[at]!.length;
    }
    return parts.join('');
  };
  const SHAPES: Record<string, [string, string]> = {
    'more than that': ['too_large', ' '.repeat(262_145)],
    'elements in one another': ['too_large', fill(() => '<a>')],
    'elements beside each other': ['too_large', `<r>${fill(() => '<a/>')}</r>`],
    'attributes of one element': ['too_large', `<a${fill((at) => ` a${at}=""`)}/>`],
    'namespaces of one element': ['too_large', `<a${fill((at) => ` xmlns:a${at}="urn:a"`)}/>`],
    'namespaces of each element': [
      'unexpected_shape',
      `<r>${fill((at) => `<a xmlns:p${at}="urn:namespace:${at}" xmlns="urn:namespace:${at}"/>`)}</r>`,
    ],
    'a long namespace that each element uses': ['malformed', `<r xmlns:p="urn:${'x'.repeat(200_000)}"/>`],
    references: ['unexpected_shape', `<a>${fill(() => '&#65;')}</a>`],
    'references without an end': ['forbidden_markup', `<a>${fill(() => '&#65')}</a>`],
    ampersands: ['forbidden_markup', `<a>${fill(() => '&')}</a>`],
    quotes: ['malformed', `<a b="${fill(() => "'")}`],
    'a name': ['malformed', `<${'a'.repeat(262_000)}`],
    'white space in a tag': ['malformed', `<a${' '.repeat(262_000)}`],
    'ends of tags': ['malformed', fill(() => '</a>')],
    'begins of tags': ['malformed', fill(() => '<')],
    'begins of comments': ['forbidden_markup', `<a>${fill(() => '<!--')}`],
    'status codes': [
      'status',
      `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol"><samlp:Status>${fill(() => '<samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:x"/>', 200_000)}</samlp:Status></samlp:Response>`,
    ],
  };

  it.each(Object.entries(SHAPES))('is refused: %s', (_what, [reason, xml]) => {
    expect(judgeXml(xml)).toBe(reason);
  });

  it('is refused before its base64 is read', () => {
    expect(judge('A'.repeat(400_001))).toBe('too_large');
  });

  it('is taken where it is a long list of groups', () => {
    const groups = Array.from({ length: 3_500 }, (_, at) => `group-${at}`);
    expect(judgeBent({ signs: 'both', parts: { attributes: [['groups', groups]] } })).toBe(TAKEN);
  });
});
