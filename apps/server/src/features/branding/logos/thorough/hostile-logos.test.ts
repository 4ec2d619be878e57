import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { LostOrderError } from '../../../../platform/concurrency/lost-order-error.ts';
import { listChildren } from '../../../../testing/list-children.ts';
import { DECODING_POLICY } from '../../../../platform/decoding/decoding-policy.ts';
import { openDecoding } from '../../../../platform/decoding/open-decoding.ts';
import { LOGO } from '../../set-logo.ts';

/* A process of its own, as in the service: a logo that ends it would otherwise end the tests. */
const lines: object[] = [];
// Five seconds stop a logo that never ends.
const { kinds } = DECODING_POLICY;
const policy = { ...DECODING_POLICY, kinds: { ...kinds, logo: { processorMs: 5_000, timeoutMs: 120_000 } } };
const decoding = openDecoding({ log: { warn: (line: object) => void lines.push(line) }, policy });
const drawBytes = (bytes: Uint8Array) =>
  decoding({ organisationId: 'an organisation', sessionId: null }, (decode) =>
    decode(LOGO, { image: Buffer.from(bytes).toString('base64') }),
  );
const drawSvg = (inner: string, before = '') =>
  drawBytes(
    Buffer.from(
      `${before}<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="20" height="10">` +
        `<rect width="20" height="10" fill="#7a1f5c"/>${inner}</svg>`,
    ),
  );

const LAUGHS = `<!DOCTYPE svg [<!ENTITY a "ha">${Array.from({ length: 9 }, (_, at) => `<!ENTITY ${'bcdefghij'[at]} "${`&${'abcdefghi'[at]};`.repeat(10)}">`).join('')}]>`;
const nest = (depth: number, open = '<g>') => open.repeat(depth) + '</g>'.repeat(depth);
const USES = Array.from(
  { length: 30 },
  (_, at) => `<g id="g${at + 1}"><use href="#g${at}"/><use href="#g${at}"/></g>`,
).join('');

describe('an SVG that is refused before anything parses it', () => {
  it.each([
    ['a script', '<script>alert(1)</script>', 'may not hold <script>'],
    ['entities that grow (billion laughs)', '<text>&j;</text>', 'no document type and no entities', LAUGHS],
    [
      'an entity that is a file',
      '<text>&x;</text>',
      'no entities',
      '<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>',
    ],
    ['a document type in lower case', '', 'no document type', '<!doctype svg>'],
    [
      'a style sheet from elsewhere',
      '',
      'no processing instructions',
      '<?xml-stylesheet href="https://evil.example/x.css"?>',
    ],
    ['a picture from elsewhere', '<image href="https://evil.example/x.png"/>', 'may not hold <image>'],
    ['a picture of the host', '<image xlink:href="/etc/passwd"/>', 'may not hold <image>'],
    [
      'a picture under another prefix',
      '<s:image xmlns:s="http://www.w3.org/2000/svg" href="/x"/>',
      'may not hold <s:image>',
    ],
    [
      'a text under another prefix',
      '<s:g xmlns:s="http://www.w3.org/2000/svg"><s:text>ACME</s:text></s:g>',
      'take out <s:text>',
    ],
    [
      'more parts that are repeated, under another prefix',
      `<s:g xmlns:s="http://www.w3.org/2000/svg">${'<s:use href="#a"/>'.repeat(9)}</s:g>`,
      'at most 8 elements <use>',
    ],
    ...['text x="1" y="9"', 'script', 'image href="#x"', 'filter'].map((tag): [string, string, string] => [
      `<${tag}> in a namespace that is spelled by references to characters`,
      `<g xmlns:s="&#104;ttp://www.w3.org/2000/svg"><s:${tag}/></g>`,
      'can not be read',
    ]),
    ['a prefix that stands for nothing', '<s:text>ACME</s:text>', 'can not be read'],
    [
      'a default that is SVG again',
      '<x:g xmlns:x="urn:x" xmlns="http://www.w3.org/2000/svg"><text/></x:g>',
      'take out <text>',
    ],
    ['a filter of its style', '<rect width="9" height="9" style="filter:blur(9px)"/>', 'no filters'],
    ['a part of another document', '<use href="https://evil.example/x.svg#a"/>', 'its own parts only'],
    ['a link', '<a xlink:href="javascript:alert(1)"><rect/></a>', 'its own parts only'],
    ['an import in its style', '<style>@import "https://evil.example/x.css";</style>', 'its own parts only'],
    ['an address in its style', '<rect style="fill:url(https://evil.example/x)"/>', 'its own parts only'],
    ['a page of its own', '<foreignObject><body/></foreignObject>', 'may not hold <foreignObject>'],
    ['a text, whose words would be lost', '<text>ACME</text>', 'no texts: take out <text>. Turn words into'],
    ['a text of an editor', '<g><text x="1"><tspan>ACME</tspan></text></g>', 'Turn words into outlines'],
    ['a part of a text alone', '<tspan>ACME</tspan>', 'take out <tspan>'],
    ['a text along a line', '<textPath href="#a">ACME</textPath>', 'take out <textPath>'],
    ['a filter', '<filter id="f"><feTurbulence/></filter>', 'may not hold <filter>'],
    ['parts that repeat parts', `<g id="g0"/>${USES}`, 'at most 8 elements <use>'],
    ['groups in groups', nest(4_000), 'at most 64 groups'],
    ['groups that seem closed', nest(4_000, '<g id="/>">'), 'at most 64 groups'],
    [
      'thousands of namespaces',
      Array.from({ length: 4_000 }, (_, at) => `<g xmlns:b="urn:${at}"/>`).join(''),
      'at most 64 namespaces',
    ],
    [
      'thousands of attributes',
      `<g ${Array.from({ length: 4_000 }, (_, at) => `a${at}=""`).join(' ')}/>`,
      'at most 256 attributes',
    ],
    ['thousands of styles in an element', `<g style="${'a:b;'.repeat(4_000)}"/>`, 'and 256 in an element'],
    ['thousands of rules', `<style>${'.a{fill:#000}'.repeat(2_000)}</style>`, 'at most 1000 styles'],
    [
      'rules that are spelled by references to characters',
      `<style>${'.a&#123;fill:#000&#x7D;'.repeat(9)}</style>`,
      'at most 1000 styles',
    ],
    [
      'an address behind very many spaces',
      `<style>url(${' '.repeat(200_000)}x)</style>`,
      'its own parts only',
    ],
    ['too many shapes', '<path/>'.repeat(5_001), 'at most 5000 elements'],
    ['too many bytes', `<path d="${'M0 0'.repeat(80_000)}"/>`, 'at most 256 KiB'],
  ])('with %s', async (_, inner, words, before = '') => {
    expect(await drawSvg(inner, before)).toEqual({
      ok: false,
      message: expect.stringContaining(words) as string,
    });
  });

  it.each([
    [
      'UTF-16',
      Buffer.from('\ufeff<svg xmlns="http://www.w3.org/2000/svg"/>', 'utf16le'),
      'must be a PNG, a JPEG or an SVG',
    ],
    ['no UTF-8', Buffer.from([...Buffer.from('<svg >'), 0xff, 0xfe]), 'must be UTF-8'],
    ['no size', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0"/>'), 'S?VG'],
    [
      'a line',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="100000" height="1"/>'),
      '50 times',
    ],
    ['half a document', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><g>'), 'can not be read'],
  ])('of %s', async (_, bytes, words) => {
    expect(await drawBytes(bytes)).toEqual({ ok: false, message: expect.stringMatching(words) as string });
  });
});

describe('an SVG that is drawn, and is harmless then', () => {
  it.each([
    ['handlers of events', '<rect width="5" height="5" onload="alert(1)" onclick="alert(1)"/>'],
    [
      'the notes of an editor',
      '<metadata><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"/></metadata>',
    ],
    ['a gradient of its own', '<linearGradient id="a"/><rect width="9" height="9" fill="url(#a)"/>'],
    ['a part that is itself', '<g id="a"><use href="#a"/></g>'],
    [
      'a mask and a clip of parts that are repeated, as editors write them',
      '<defs><path id="p" d="M0 0H9V9"/></defs><clipPath id="c"><use href="#p"/></clipPath>' +
        '<mask id="m"><use href="#p" fill="#fff"/></mask><style>.a{clip-path:url(#c)}</style>' +
        '<g class="a"><g mask="url(#m)"><rect width="9" height="9"/></g></g>',
    ],
    ['a billion pixels', '<svg width="1000000000" height="1000000000"><rect width="9" height="9"/></svg>'],
  ])('with %s', async (_, inner) => {
    const outcome = await drawSvg(inner);
    expect(outcome).toMatchObject({ ok: true, width: 1024, height: 512 });
    expect(Buffer.from((outcome as { png: string }).png, 'base64').toString('latin1')).not.toMatch(
      /alert|rdf/,
    );
  });
});

const FULL = '<rect width="20" height="10" fill="#fff"/>';
const chain = (count: number, write: (id: string, next: string) => string) =>
  Array.from({ length: count }, (_, at) => write(`m${at}`, `url(#m${at + 1})`)).join('');
const inChain = (links: string, by = 'mask') => `${links}<g ${by}="url(#m0)">${FULL}</g>`;

describe('the memory of the process that draws, whatever masks, clips and groups refer to each other', () => {
  const FEW = 'few masks, clips and transparent groups';

  const drawAndMeasure = async (inner: string) => {
    let peakMb = 0;
    const measure = () => {
      for (const pid of listChildren(process.pid, 'decoding-child'))
        peakMb = Math.max(peakMb, readPeakMb(pid));
    };
    const timer = setInterval(measure, 100);
    const outcome = await drawSvg(inner).catch((error: unknown) => error);
    clearInterval(timer);
    measure();
    return { outcome, peakMb };
  };
  // A process that has just ended has no VmHWM.
  const readPeakMb = (pid: number): number =>
    Number(/^VmHWM:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;

  it.skipIf(process.platform !== 'linux').each([
    [
      'masks whose content is masked',
      inChain(chain(150, (id, next) => `<mask id="${id}"><g mask="${next}">${FULL}</g></mask>`)),
    ],
    [
      'masks that are masked',
      inChain(chain(150, (id, next) => `<mask id="${id}" mask="${next}">${FULL}</mask>`)),
    ],
    [
      'masks that a style sheet names',
      inChain(chain(40, (id) => `<mask id="${id}"><g class="${id}">${FULL}</g></mask>`)) +
        `<style>${chain(40, (id, next) => `.${id}{mask:${next}}`)}</style>`,
    ],
    [
      'masks in use',
      inChain(
        chain(
          8,
          (id, next) =>
            `<g id="g${id}">${'<g mask="url(#x)">'.repeat(9)}${FULL}${'</g>'.repeat(9)}</g><mask id="${id}"><use href="#g${id}" mask="${next}"/></mask>`,
        ),
      ) + `<mask id="x">${FULL}</mask>`,
    ],
    ['transparent groups in each other', `${'<g opacity=".9">'.repeat(60)}${FULL}${'</g>'.repeat(60)}`],
    [
      'a mask of thousands of shapes',
      `<mask id="m0">${FULL}</mask>${'<path d="M0 0H20V10H0" mask="url(#m0)"/>'.repeat(2_000)}`,
    ],
  ])('is 512 MiB at most, and it is not begun: %s', async (_, inner) => {
    const { outcome, peakMb } = await drawAndMeasure(inner);
    expect(outcome).toEqual({ ok: false, message: expect.stringContaining(FEW) as string });
    expect(peakMb).toBeGreaterThan(20);
    expect(peakMb).toBeLessThan(512);
  });

  it.skipIf(process.platform !== 'linux').each([
    [
      'masks whose content is masked',
      inChain(chain(11, (id, next) => `<mask id="${id}"><g mask="${next}">${FULL}</g></mask>`)),
    ],
    ['transparent groups in each other', `${'<g opacity=".9">'.repeat(24)}${FULL}${'</g>'.repeat(24)}`],
  ])('is 512 MiB at most for what is just drawn: %s', async (_, inner) => {
    const { outcome, peakMb } = await drawAndMeasure(inner);
    expect(outcome).toMatchObject({ ok: true });
    expect(peakMb).toBeLessThan(512);
  });

  it.skipIf(process.platform !== 'linux')(
    'is 512 MiB at most for what takes for ever to be read: it is stopped, and the next logo is drawn',
    async () => {
      const endless = inChain(
        chain(
          40,
          (id, next) =>
            `<clipPath id="${id}" clip-path="${next}"><rect width="20" height="10" clip-path="${next}"/></clipPath>`,
        ),
        'clip-path',
      );
      const { outcome, peakMb } = await drawAndMeasure(endless);
      expect(outcome).toBeInstanceOf(LostOrderError);
      expect(peakMb).toBeGreaterThan(20);
      expect(peakMb).toBeLessThan(512);
      expect(await drawSvg('')).toMatchObject({ ok: true });
    },
  );
});

it('of all of these only what takes for ever has ended the process that draws them', () => {
  expect(lines).toMatchObject([{ kind: 'logo', said: 'It took more than 5000 ms of the processor.' }]);
});
