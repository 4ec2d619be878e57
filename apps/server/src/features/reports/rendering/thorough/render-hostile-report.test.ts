import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ReportInput } from '../../input/report-input.ts';
import { renderReport } from '../render-report.ts';
import { hasPoppler, readText } from '../testing/read-pdf.ts';
import { sampleReport, sampleTrail } from '../testing/sample-report.ts';

const sample = await sampleReport({ photos: [] });
const photo = (await sampleReport()).photos[1]!;

const write = (text: string): ReportInput => ({
  ...sample,
  organisation: { ...sample.organisation, name: text },
  session: { ...sample.session, reference: text, type: text, notes: text },
  operator: text,
  participants: [{ ...sample.participants[0]!, name: text }],
  photos: [{ ...photo, slot: text }],
  whiteboards: [{ ...sample.whiteboards[0]!, title: text }],
  recordings: [{ ...sample.recordings[0]!, mime: text }],
  signature: { ...sample.signature!, name: text, statement: text },
  auditTrail: [
    ...sampleTrail(text),
    { sequence: 99, occurredAt: sample.createdAt, kind: 'other', name: text },
  ],
  anchors: [{ ...sample.anchors[0]!, authority: text }],
  seal: { level: 'B-T', authority: text, demo: false },
});

const HOSTILE: [string, string][] = [
  ['reading a file', '#read("/etc/passwd") #image("/etc/passwd") #include "/etc/passwd"'],
  ['a package', '#import "@preview/cetz:0.2.0": *'],
  ['an address', '#image("http://127.0.0.1:9/x.png") https://evil.example/?q=1'],
  ['code', '#panic("x") #{ while true {} } #sys.inputs #eval("1") ]]} #let house = 1'],
  ['markup', '*b* _i_ `c` $x$ = H / - + @ref <label> \\ ~ -- --- ... // x /* y */ #'],
  ['JSON and ICU', "\"} {count, plural, other {#}} {name} \\u0000 '{' </script>"],
  ['HTML', '<img src=x onerror=alert(1)> &amp; &#0;'],
  ['PDF', ') Tj ET endstream endobj 1 0 obj << /JS (x) >> stand-in 000001'],
];

describe('hostile text everywhere', () => {
  it.each(HOSTILE)('is text: %s', async (_title, text) => {
    const { pdf, pages } = await renderReport(write(text));
    expect(pages).toBeGreaterThan(2);
    if (!hasPoppler) return;
    const read = readText(pdf).replace(/\s+/g, '');
    const count = read.split(text.replace(/\s+/g, '')).length - 1;
    expect(count).toBeGreaterThan(15);
    expect(read).not.toMatch(/root:|daemon/);
  });

  it.each([
    ['nothing but spaces', ' \t\r\n '],
    ['controls', Array.from({ length: 32 }, (_, i) => String.fromCharCode(i)).join('a')],
    ['overrides', '\u202egnp.exe\u202c \u2066x\u2069 \u200f'],
    ['emoji', '😀👨‍👩‍👧🇮🇹☎️✔️❤️‍🔥'],
    ['lone surrogates', 'a\ud800b\udc00'],
    ['Chinese, Thai, Hindi', '漢字 ภาษาไทย हिन्दी'],
    ['marks on marks', `Z${'\u0301\u0489'.repeat(5000)}`],
    ['right to left and markup', '#שלום (3) *سقف* [x]'],
    ['joiners', '\u200d\u200c\u200d x\u200dy'],
    ['what is no character', '\ufffe\uffff\u{10ffff}\u{1fffe}'],
  ])('is a report: %s', async (_title, text) => {
    expect((await renderReport(write(text))).pages).toBeGreaterThan(1);
  });

  it('of 10 000 characters without a space stays on the page', async () => {
    const text = 'abcdefghij'.repeat(1000);
    const { pdf } = await renderReport(write(text));
    if (!hasPoppler) return;
    const read = readText(pdf).replace(/\s+/g, '');
    // The notes are whole, but for the head and foot of a page in between.
    expect(read.match(/abcdefghij/g)!.length).toBeGreaterThan(2 * 990);
    expect(read).toContain('abcdefghij…');
  });

  it('of 10 000 words comes out whole', async () => {
    const text = Array.from({ length: 10_000 }, (_, i) => `w${i}`).join(' ');
    const { pdf } = await renderReport({ ...sample, session: { ...sample.session, notes: text } });
    if (!hasPoppler) return;
    const words = new Set(readText(pdf).split(/\s+/));
    expect(text.split(' ').filter((word) => !words.has(word))).toEqual([]);
  });
});

describe('no character is a missing glyph, which would refuse the report', () => {
  it('of the basic plane, each after a letter and alone', async () => {
    const lines: string[] = [];
    for (let start = 0; start < 0x10000; start += 64) {
      const signs = Array.from({ length: 64 }, (_, i) => String.fromCharCode(start + i));
      lines.push(signs.join(' '), signs.join('a'));
    }
    const { pages } = await renderReport({
      ...sample,
      session: { ...sample.session, notes: lines.join('\n') },
    });
    expect(pages).toBeGreaterThan(20);
  });

  it('of any plane, in any company', async () => {
    const unit = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 20 }),
      fc.string({
        unit: fc.constantFrom('\u0600', ...'aשعπ\u05b8\u0301\u0651\u200d\u202e\u00ad□😀 '),
        maxLength: 20,
      }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(unit, { minLength: 50, maxLength: 200 }), async (texts) => {
        const notes = texts.join('\n');
        await renderReport({ ...sample, operator: texts.join(' '), session: { ...sample.session, notes } });
      }),
      { numRuns: 40 },
    );
  });
});
