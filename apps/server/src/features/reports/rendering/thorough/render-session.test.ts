import { LOCALES } from '@field-inspection/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestServer } from '../../../../testing/start-test-server.ts';
import { readReportInput } from '../../input/read-report-input.ts';
import {
  endSession,
  inspectHouse,
  startReportServer,
  WRITTEN,
  type Written,
} from '../../../../testing/inspect-house.ts';
import type { ReportInput } from '../../input/report-input.ts';
import { renderReport } from '../render-report.ts';
import { countPictures, hasPoppler, readText } from '../testing/read-pdf.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startReportServer();
});
afterAll(() => server.close());

const inspect = async (written: Written): Promise<string> => {
  const { sessionId } = await inspectHouse(server, written);
  await endSession(server, sessionId);
  return sessionId;
};

const read = async (sessionId: string, locale: ReportInput['locale'] = 'en'): Promise<ReportInput> => ({
  ...(await readReportInput(server.context, {
    organisationId: server.seed.organisationId,
    sessionId,
    createdAt: '2026-11-22T12:00:00.000Z',
    locale,
    variant: { auditTrail: 'printed', photos: 'full' },
  })),
  seal: null,
});

const squeeze = (text: string): string => text.replace(/\s+/g, '');

test('a session made over the API is a report in every language, with its notes, names and hashes', async () => {
  const sessionId = await inspect(WRITTEN);
  const texts = new Set<string>();
  for (const locale of LOCALES) {
    const input = await read(sessionId, locale);
    const { pdf, pages } = await renderReport(input);
    expect(pages).toBeGreaterThan(2);
    if (!hasPoppler) continue;
    const text = squeeze(readText(pdf));
    texts.add(text);
    const hashes = [
      ...input.photos,
      ...input.photos[0]!.annotations,
      ...input.whiteboards,
      ...input.recordings,
      input.signature!,
    ];
    for (const expected of [
      ...Object.values(WRITTEN).flatMap((written) => written.split('\n')),
      'operator@example.com',
      'Acme Inspections',
      '45.46420',
      sessionId,
      input.chain.head,
      ...hashes.map(({ sha256 }) => sha256),
    ]) {
      expect(text).toContain(squeeze(expected));
    }
    // Two photos, the annotation, the whiteboard and the signature.
    expect(countPictures(pdf, pages).reduce((sum, count) => sum + count)).toBe(5);
  }
  expect(texts.size).toBe(hasPoppler ? LOCALES.length : 0);
});

const longest = (text: string, lengthMax: number): string => [...text].slice(0, lengthMax).join('').trim();

/** The API takes no control character and no mark of direction in the name of a person who signs. */
const withoutMarks = (text: string): string => text.replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, '');

const write = (text: string): Written => ({
  notes: longest(text, 4000),
  reference: longest(text, 200),
  type: longest(text, 200),
  site_address: longest(text, 300),
  firstName: longest(text, 100),
  lastName: longest(text, 100),
  signer: longest(withoutMarks(text), 200),
  slot: longest(text, 100),
  title: longest(text, 100),
  statement: longest(text, 4000),
});

describe('hostile text from the request to the PDF', () => {
  test.each([
    ['Typst markup', '#read("/etc/passwd") #panic("x") *b* _i_ $x$ = H @ref <label> \\ `raw` // c', 'text'],
    [
      'a package and an address',
      '#import "@preview/cetz:0.2.0": * #image("http://127.0.0.1:9/x.png")',
      'text',
    ],
    ['JSON, ICU and HTML', '"} {count, plural, other {#}} {name} <script>x</script> &amp;', 'text'],
    ['PDF', ') Tj ET endstream endobj 1 0 obj << /JS (x) >> stand-in 000001', 'text'],
    ['file names', '../../../etc/passwd picture-1.jpg /no-such-folder/report.typ', 'text'],
    ['10 000 characters', 'abcdefghij'.repeat(1000), 'text'],
    ['right to left', 'נזילה בגג سقف', 'report'],
    ['controls', Array.from({ length: 31 }, (_, i) => String.fromCharCode(i + 1)).join('a'), 'sign'],
    ['emoji', 'roof 😀👨‍👩‍👧🇮🇹☎️', 'sign'],
    ['bidi overrides', 'a\u202egnp.exe\u202c\u2066x\u2069', 'sign'],
    ['Chinese', '屋顶漏水', 'sign'],
    ['marks on marks', `Z${'\u0301\u0489'.repeat(2000)}`, 'report'],
    ['joiners', 'x\u200d\u200c\u200dy', 'report'],
  ])('is text or a sign, and never an error: %s', async (_title, text, outcome) => {
    const written = write(text);
    const input = await read(await inspect(written));
    // The data holds the written text; only the report replaces what it can't show.
    expect([input.session.notes, input.photos[0]!.slot, input.signature!.statement]).toEqual([
      written.notes,
      written.slot,
      written.statement,
    ]);
    const { pdf, pages } = await renderReport(input);
    expect(pages).toBeGreaterThan(2);
    if (!hasPoppler || outcome === 'report') return;
    const shown = squeeze(readText(pdf));
    expect(shown).not.toMatch(/root:x|daemon/);
    if (outcome === 'sign') expect(shown).toContain('□');
    else expect(shown.split(squeeze(text).slice(0, 60)).length).toBeGreaterThan(6);
  });
});
