import { beforeAll, describe, expect, it } from 'vitest';

import { FREE, openReportCase, type ReportCase } from '../testing/open-report-case.ts';
import { refusesAsPopplerDoes, refusesWhatPopplerForgives } from '../testing/refuse-report.ts';
import { appendRevision, latin1, PAGE, writePdf, writeStream } from '../testing/write-pdf.ts';

let given: ReportCase;
beforeAll(async () => {
  given = await openReportCase();
});

const open = () => given;
const bytesOf = (text: string) => Uint8Array.from(Buffer.from(text, 'latin1'));
const edit = (change: (text: string) => string) => (sealed: Uint8Array) => bytesOf(change(latin1(sealed)));
const OTHER = writeStream('BT (The roof is gone.) Tj ET');
// A program that mends files would take this object for the last word.
const OBJECT = `\n4 0 obj\n${OTHER}\nendobj\n`;

describe('bytes after the last revision are refused', () => {
  refusesWhatPopplerForgives(open, 'bytes_after_end', [
    ['a line end', edit((text) => `${text}\n`)],
    ['a comment', edit((text) => `${text}% nothing\n`)],
    ['zeros', edit((text) => `${text}${'\0'.repeat(600)}`)],
    ['incremental saving: an object without a table', edit((text) => text + OBJECT)],
    [
      'incremental saving: a table without a trailer',
      edit((text) => `${text}${OBJECT}xref\n4 1\n0000000001 00000 n \n`),
    ],
    [
      'incremental saving: a trailer without a table',
      edit((text) => `${text}${OBJECT}trailer\n<< /Root 1 0 R /Size 11 >>\n`),
    ],
    [
      'incremental saving: an end that leads to the old table',
      edit((text) => {
        return `${text}${OBJECT}startxref\n${/startxref\n(\d+)\n%%EOF\s*$/.exec(text)![1]}\n%%EOF\n`;
      }),
    ],
  ]);
  refusesAsPopplerDoes(open, 'bytes_after_end', [
    ['a revision whose end is cut off', (sealed) => sealed.subarray(0, -6)],
  ]);
});

describe('a file that can be read in two ways is refused', () => {
  refusesWhatPopplerForgives(open, 'malformed_pdf', [
    [
      'an object beside the one that the table lists',
      (sealed) => appendRevision(sealed, { 1: PAGE[1]! }, { prefix: OBJECT.slice(1) }),
    ],
    [
      'a comment between objects',
      (sealed) => appendRevision(sealed, { 1: PAGE[1]! }, { prefix: '% more\n' }),
    ],
    ['a comment in an object', (sealed) => appendRevision(sealed, { 1: `${PAGE[1]!} % more` })],
    [
      'hide and replace: an entry that leads to an older object',
      (sealed) => {
        const offset = String(latin1(sealed).indexOf('\n7 0 obj') + 1).padStart(10, '0');
        return appendRevision(sealed, {}, { entries: `7 1\n${offset} 00000 n \n` });
      },
    ],
    [
      'an entry that leads to another object',
      (sealed) => appendRevision(sealed, { 1: PAGE[1]! }, { entries: `2 1\n${entryOf(sealed)}` }),
    ],
    [
      'an object listed twice',
      (sealed) =>
        appendRevision(
          sealed,
          { 1: PAGE[1]! },
          { entries: `1 1\n${entryOf(sealed)}1 1\n${entryOf(sealed)}` },
        ),
    ],
    [
      'two entries for one place',
      (sealed) =>
        appendRevision(sealed, { 1: PAGE[1]! }, { entries: `1 2\n${entryOf(sealed)}${entryOf(sealed)}` }),
    ],
    [
      'an object number 0',
      (sealed) =>
        appendRevision(sealed, { 1: PAGE[1]! }, { entries: `0 2\n${entryOf(sealed)}${entryOf(sealed)}` }),
    ],
    [
      'a table out of form',
      (sealed) =>
        appendRevision(
          sealed,
          { 1: PAGE[1]! },
          { entries: `1 1\n${entryOf(sealed).replace('n \n', 'n\n')}` },
        ),
    ],
    ['a key twice', (sealed) => appendRevision(sealed, { 1: PAGE[1]!.replace(/ >>$/, ' /Pages 3 0 R >>') })],
    [
      'a key twice, once in another spelling',
      (sealed) => appendRevision(sealed, { 1: PAGE[1]!.replace(/ >>$/, ' /P#61ges 3 0 R >>') }),
    ],
    [
      'a stream that is longer than it says',
      (sealed) => appendRevision(sealed, { [FREE]: OTHER.replace(/\/Length \d+/, '/Length 3') }),
    ],
    [
      'a stream that is shorter than it says',
      (sealed) => appendRevision(sealed, { [FREE]: OTHER.replace(/\/Length \d+/, '/Length 99') }),
    ],
    [
      'a stream without a length',
      (sealed) => appendRevision(sealed, { [FREE]: OTHER.replace(/\/Length \d+/, '') }),
    ],
    [
      'a size that hides the last object',
      (sealed) => appendRevision(sealed, { [FREE]: '(more)' }, { size: FREE }),
    ],
    [
      'another catalog',
      (sealed) => appendRevision(sealed, { [FREE]: PAGE[1]! }, { trailer: '/Root 11 0 R' }),
    ],
    [
      'another identity',
      (sealed) => appendRevision(sealed, { [FREE]: '(more)' }, { trailer: '/Root 1 0 R /ID [(a) (b)]' }),
    ],
    ['nested without end', (sealed) => appendRevision(sealed, { [FREE]: '['.repeat(10_000) })],
  ]);
  refusesAsPopplerDoes(open, 'malformed_pdf', [
    ['an object that is cut off', (sealed) => appendRevision(sealed, { 1: '<< /Pages 2 0 R' })],
    ['something before the header', edit((text) => `x${text}`)],
    ['no PDF at all', () => bytesOf('PK')],
    ['nothing at all', () => new Uint8Array()],
  ]);

  it('wherever it is cut off', async () => {
    const { sealed, judge } = given;
    for (let length = 0; length < sealed.length; length += length < 1300 || length > 17_500 ? 1 : 501) {
      const { verdict } = await judge(sealed.subarray(0, length));
      // Cut at the end of the first revision, the file is a PDF without a seal.
      expect(verdict).toBe(length === SEALED_FROM || length === SEALED_FROM - 1 ? 'untrusted' : 'invalid');
    }
  });
});

describe('what is not understood is refused', () => {
  refusesWhatPopplerForgives(open, 'unsupported_pdf', [
    [
      'a stream in place of a table',
      (sealed) => {
        const start = sealed.length;
        const stream = writeStream('0', '/Type /XRef /Size 12 /W [1 1 1] /Root 1 0 R ');
        return bytesOf(`${latin1(sealed)}11 0 obj\n${stream}\nendobj\nstartxref\n${start}\n%%EOF\n`);
      },
    ],
    [
      'hybrid: a table and a stream',
      (sealed) => appendRevision(sealed, { 1: PAGE[1]! }, { trailer: '/Root 1 0 R /XRefStm 15' }),
    ],
    [
      'objects packed into a stream',
      (sealed) => appendRevision(sealed, { [FREE]: writeStream('12 0 (x)', '/Type /ObjStm /N 1 /First 5 ') }),
    ],
    [
      'hide: an object deleted',
      (sealed) => appendRevision(sealed, {}, { entries: '6 1\n0000000000 00001 f \n' }),
    ],
    [
      'an object of another generation',
      (sealed) => appendRevision(sealed, { 1: PAGE[1]!.replace('2 0 R', '2 1 R') }),
    ],
    [
      'a trailer with more than is known',
      (sealed) => appendRevision(sealed, { 1: PAGE[1]! }, { trailer: '/Root 1 0 R /Other 1' }),
    ],
  ]);
  refusesAsPopplerDoes(open, 'unsupported_pdf', [
    ['tables that lead on, not back', edit((text) => text.replace(/\/Prev \d+/, '/Prev 90000'))],
  ]);

  refusesWhatPopplerForgives(open, 'encrypted_pdf', [
    [
      'encryption',
      (sealed) =>
        appendRevision(
          sealed,
          { [FREE]: '<< /Filter /Standard >>' },
          { trailer: '/Root 1 0 R /Encrypt 11 0 R' },
        ),
    ],
  ]);

  refusesWhatPopplerForgives(open, 'active_content', [
    [
      'a script',
      (sealed) => appendRevision(sealed, { [FREE]: '<< /S /JavaScript /JS (app.alert\\(1\\)) >>' }),
    ],
    [
      'a form of its own kind (XFA)',
      (sealed) => appendRevision(sealed, { 8: '<< /XFA 4 0 R /Fields [6 0 R 10 0 R] >>' }),
    ],
    [
      'a stream whose data is in another file',
      (sealed) => appendRevision(sealed, { 4: writeStream('', '/F (other.bin) ') }),
    ],
  ]);

  it('a script that was there before the seal, too: what it shows is not what was signed', async () => {
    const pdf = writePdf({ ...PAGE, 20: '<< /S /JavaScript /JS (x) >>' });

    expect(await given.judge(pdf)).toMatchObject({ fault: { place: 'revision 1', code: 'active_content' } });
  });
});

const SEALED_FROM = writePdf().length;

function entryOf(sealed: Uint8Array): string {
  return `${String(sealed.length).padStart(10, '0')} 00000 n \n`;
}
