import { describe, expect, it } from 'vitest';
import { canonicalize } from './canonicalize.ts';
import { readXml } from './read-xml.ts';
import { isNamed, listElements, type XmlElement } from './xml-tree.ts';

const read = (xml: string): XmlElement => readXml(Buffer.from(xml), { maxBytes: 1_000_000 });

const findPath = (from: XmlElement, local: string): XmlElement[] => {
  if (from.local === local) return [from];
  for (const child of from.children) {
    const path = typeof child === 'string' ? [] : findPath(child, local);
    if (path.length > 0) return [from, ...path];
  }
  return [];
};

/** The canonical form of the first element of that name. */
const write = (xml: string, local: string, prefixes: string[] = []): string =>
  new TextDecoder().decode(canonicalize({ path: findPath(read(xml), local), prefixes }));

describe('exclusive canonicalisation', () => {
  it("writes the examples of the recommendation's section 2.2", () => {
    const inner =
      '<n1:elem2 xmlns:n0="http://a.example" xmlns:n1="http://b.example" xml:lang="en">\n' +
      '  <n3:stuff xmlns:n3="ftp://example.org"/>\n</n1:elem2>';
    const form =
      '<n1:elem2 xmlns:n1="http://b.example" xml:lang="en">\n' +
      '  <n3:stuff xmlns:n3="ftp://example.org"></n3:stuff>\n</n1:elem2>';
    expect(write(inner, 'elem2')).toBe(form);
    const around = `<n0:pdu xmlns:n0="http://a.example" xmlns:n2="http://c.example" xml:space="preserve">${inner}</n0:pdu>`;
    expect(write(around, 'elem2')).toBe(form);
  });

  it('writes namespaces by prefix, then attributes by namespace and name', () => {
    expect(
      write(
        '<a:e y="2" x="1" b:z="3" a:z="4" xmlns:b="urn:a" xmlns:a="urn:b" xmlns="urn:c" xmlns:d="urn:d"/>',
        'e',
      ),
    ).toBe('<a:e xmlns:a="urn:b" xmlns:b="urn:a" x="1" y="2" b:z="3" a:z="4"></a:e>');
  });

  it('writes a namespace again where a sibling used it, and not where a parent wrote it', () => {
    expect(write('<r xmlns:p="urn:p"><p:a><p:b/></p:a><p:c/></r>', 'r')).toBe(
      '<r><p:a xmlns:p="urn:p"><p:b></p:b></p:a><p:c xmlns:p="urn:p"></p:c></r>',
    );
  });

  it('writes what a child declares anew, and what it takes back', () => {
    expect(write('<p:a xmlns:p="urn:1"><p:b xmlns:p="urn:2"/><p:c/></p:a>', 'a')).toBe(
      '<p:a xmlns:p="urn:1"><p:b xmlns:p="urn:2"></p:b><p:c></p:c></p:a>',
    );
    expect(write('<a xmlns="urn:1"><b xmlns=""><c/></b><d/></a>', 'a')).toBe(
      '<a xmlns="urn:1"><b xmlns=""><c></c></b><d></d></a>',
    );
    expect(write('<a><b xmlns=""/></a>', 'a')).toBe('<a><b></b></a>');
  });

  it('writes the prefixes of a list where they are declared, used or not', () => {
    const xml = '<r xmlns:p="urn:p" xmlns:q="urn:q" xmlns="urn:d"><p:a><p:b xmlns:q="urn:q2"/></p:a></r>';
    expect(write(xml, 'a', ['q', 'gone'])).toBe(
      '<p:a xmlns:p="urn:p" xmlns:q="urn:q"><p:b xmlns:q="urn:q2"></p:b></p:a>',
    );
    expect(write(xml, 'a', [''])).toBe('<p:a xmlns="urn:d" xmlns:p="urn:p"><p:b></p:b></p:a>');
  });

  it('escapes what would be read as something else, and nothing more', () => {
    expect(
      write(
        '<a b="&lt;&gt;&amp;&quot;&apos;&#9;&#10;&#13;x\ty\nz">&lt;&gt;&amp;&quot;&apos;&#9;&#13;\r\n</a>',
        'a',
      ),
    ).toBe(`<a b="&lt;>&amp;&quot;'&#x9;&#xA;&#xD;x y z">&lt;&gt;&amp;"'\t&#xD;\n</a>`);
  });

  it('leaves out the one child that it is told', () => {
    const root = read('<a><b><c/></b>x<b/></a>');
    const without = listElements(root)[1]!;
    expect(isNamed(without, ['', 'b'])).toBe(true);
    expect(new TextDecoder().decode(canonicalize({ path: [root], prefixes: [], without }))).toBe(
      '<a>x<b></b></a>',
    );
  });

  it('is its own canonical form', () => {
    const xml = '<r xmlns:p="urn:p" xmlns="urn:d" z="&#13;"><p:a y="1"/> &gt; <b xmlns=""/></r>';
    expect(write(write(xml, 'r'), 'r')).toBe(write(xml, 'r'));
  });

  it('ends where it would grow far beyond what was read', () => {
    const xml = `<r xmlns:p="urn:${'x'.repeat(500)}">${'<p:a/>'.repeat(4_900)}</r>`;
    expect(xml.length).toBeLessThan(60_000);
    expect(() => write(xml, 'r')).toThrow('more than 1048576 characters');
  });
});
