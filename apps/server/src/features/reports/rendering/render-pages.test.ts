import { describe, expect, it, test } from 'vitest';
import { reportCatalogues } from '../words/write-words.ts';
import type { ReportInput } from '../input/report-input.ts';
import { renderReport } from './render-report.ts';
import { hasPoppler, readText } from './testing/read-pdf.ts';
import { sampleReport } from './testing/sample-report.ts';

const sample = await sampleReport({ photos: [] });

const readEnds = async (input: ReportInput): Promise<string[]> => {
  const { pdf, pages } = await renderReport(input);
  return readText(pdf)
    .split('\f')
    .slice(0, pages)
    .map((text) => text.split('\n').filter(isContent).at(-1)!);
};

const isContent = (line: string): boolean =>
  line.trim() !== '' && !/^\d+ \/ \d+$/.test(line) && !line.startsWith('Inspection report');

const WORDS = reportCatalogues.en;
/** These must not end a page: headings, the sentences under them and heads of tables. */
const HEADS = [
  ...Object.entries(WORDS).flatMap(([key, words]) => (/^section\.|\.intro$/.test(key) ? [words] : [])),
  `${WORDS['proof.proves']} ${WORDS['proof.limits']}`,
  ...[WORDS['signature.statement'], WORDS['label.timestamps'], WORDS['label.notes']],
  ...[WORDS['proof.proves'], WORDS['proof.limits'], WORDS['photos.none']],
  ...['Name Role Joined Left', 'No. Time Event', 'Authority Status Time', 'No. Format Duration Size Time'],
];

test.skipIf(!hasPoppler)(
  'what introduces something is never the last on its page, wherever the page ends',
  async () => {
    const [person] = sample.participants;
    for (let count = 0; count <= 44; count += 1) {
      const ends = await readEnds({
        ...sample,
        whiteboards: count % 2 ? [] : sample.whiteboards,
        recordings: count % 3 ? sample.recordings : [],
        signature: count % 4 ? sample.signature : null,
        participants: Array.from({ length: count }, () => person!),
      });
      expect(ends.filter((end) => HEADS.includes(end))).toEqual([]);
    }
  },
);

describe.skipIf(!hasPoppler)('the first page', () => {
  it.each([
    'https://inspect.example.com',
    `https://${'a-rather-long-name.of-a-tenant.'.repeat(4)}example.com`,
  ])('has the whole address to verify at, for who types it: %s', async (baseUrl) => {
    const { pdf } = await renderReport({ ...sample, baseUrl });
    const [first] = readText(pdf).split('\f');
    expect(first!.replace(/\s+/g, '')).toContain(`${baseUrl}/verify/${sample.chain.head}`);
  });

  it('breaks the address before its hash, which stays in one piece', async () => {
    const [first] = readText((await renderReport(sample)).pdf).split('\f');
    expect(first!.split('\n').filter((line) => line.includes(sample.chain.head))).toHaveLength(1);
  });
});

describe('a text of very many lines', () => {
  const write = (text: string): ReportInput => ({
    ...sample,
    session: { ...sample.session, notes: text },
    signature: { ...sample.signature!, statement: text },
  });
  const lines = Array.from({ length: 790 }, (_, index) => `w${index}`);

  it('takes a few pages and not fourteen, and says what stands for the ends of its lines', async () => {
    const { pages } = await renderReport(write('w'));
    const many = await renderReport(write(lines.join('\n')));
    expect(many.pages - pages).toBeLessThanOrEqual(7);
    if (!hasPoppler) return;
    const text = readText(many.pdf);
    expect(text.match(/The sign ¶ stands for the end of a line/g)).toHaveLength(2);
    const words = text.split(/\s+/);
    for (const line of lines) expect(words.filter((word) => word === line)).toHaveLength(2);
  });

  it('is as it was written while it has a hundred', async () => {
    if (!hasPoppler) return;
    expect(readText((await renderReport(write(lines.slice(0, 100).join('\n')))).pdf)).not.toContain('¶');
  });

  it('takes no room for lines that show nothing', async () => {
    const { pages } = await renderReport(write('a\n\nb'));
    for (const nothing of ['', ' ', '\u200b', '\u200e\ufeff', '\u00ad']) {
      expect((await renderReport(write(`a\n${`${nothing}\n`.repeat(790)}b`))).pages).toBe(pages);
    }
  });
});
