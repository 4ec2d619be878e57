import { beforeAll, describe } from 'vitest';

import { FREE, openReportCase, SIGNATURE, type ReportCase } from '../testing/open-report-case.ts';
import { refusesAsPopplerDoes, refusesWhatPopplerForgives } from '../testing/refuse-report.ts';
import { openPlaceholder } from '../testing/sign-pdf.ts';
import { appendRevision, findObject, latin1, PAGE } from '../testing/write-pdf.ts';

let given: ReportCase;
beforeAll(async () => {
  given = await openReportCase();
});

const open = () => given;
const bytesOf = (text: string) => Uint8Array.from(Buffer.from(text, 'latin1'));
const edit = (change: (text: string) => string) => (sealed: Uint8Array) => bytesOf(change(latin1(sealed)));

describe('a signature that is not where it says is refused', () => {
  const contents = (sealed: Uint8Array) => findObject(sealed, SIGNATURE).match(/<[0-9a-f]+>/)![0];
  const redefine = (change: (text: string, hex: string) => string) => (sealed: Uint8Array) =>
    appendRevision(sealed, { [SIGNATURE]: change(findObject(sealed, SIGNATURE), contents(sealed)) });
  const range = (value: string) => redefine((text) => text.replace(/\[[\d ]+\]/, value));

  refusesWhatPopplerForgives(open, 'wrong_byte_range', [
    ['wrapping: the signature moved, its ranges around the old place', redefine((text) => text)],
    ['forgery: ranges of five', range('[0 1218 17604 358 0]')],
  ]);
  refusesAsPopplerDoes(open, 'wrong_byte_range', [
    [
      'forgery: no ranges',
      redefine((text) => text.replace('/ByteRange', '/Range').replace('/Range', '/Name')),
    ],
    ['forgery: ranges of null', range('null')],
    ['forgery: ranges of nothing', range('[0 0 0 0]')],
    ['forgery: ranges below zero', range('[0 -1 2 3]')],
    ['forgery: ranges of three', range('[0 1218 17604]')],
    ['forgery: ranges that are no numbers', range('[(0) (1218) (17604) (358)]')],
    ['only the first part', range('[0 1218 1218 0]')],
    ['not from the start', range('[1 1217 17604 358]')],
    [
      'the brackets are covered too',
      edit((text) => {
        const { start, end } = openPlaceholder(bytesOf(text));
        const [, rest] = /ByteRange \[0 \d+ +\d+ +(\d+)/.exec(text)!;
        return text.replace(/(?<=ByteRange )\[0 \d+ +\d+ +\d+ *\]/, (old) => {
          return `[0 ${start} ${end} ${Number(rest) + 1}`.padEnd(old.length - 1) + ']';
        });
      }),
    ],
    [
      'a gap that is larger than the signature',
      edit((text) => {
        return text.replace(/(?<=ByteRange )\[0 (\d+)/, (_old, length: string) => `[0 ${Number(length) - 1}`);
      }),
    ],
    [
      'not to the end',
      edit((text) =>
        text.replace(
          /(?<=ByteRange )(\[0 \d+ +\d+ +)(\d+)/,
          (_old, head: string, rest: string) => `${head}${Number(rest) - 7}`,
        ),
      ),
    ],
  ]);

  refusesWhatPopplerForgives(open, 'malformed_signature', [
    ['more than a signature has', redefine((text) => text.replace('/M ', '/Cert (x) /M '))],
  ]);
  refusesAsPopplerDoes(open, 'malformed_signature', [
    ['forgery: no contents', redefine((text, hex) => text.replace(hex, 'null'))],
    ['contents that are no hex', redefine((text, hex) => text.replace(hex, '(x)'))],
    ['contents in another object', redefine((text, hex) => text.replace(hex, '4 0 R'))],
  ]);

  refusesWhatPopplerForgives(open, 'malformed', [
    ['something after the signature in its place', edit((text) => text.replace('00>\n', '01>\n'))],
  ]);
  refusesAsPopplerDoes(open, 'malformed', [
    [
      'forgery: contents of nothing',
      edit((text) => text.replace(/<[0-9a-f]{400,}>/, (hex) => `<${'0'.repeat(hex.length - 2)}>`)),
    ],
  ]);

  refusesWhatPopplerForgives(open, 'malformed_pdf', [
    ['its digits in both cases', edit((text) => text.replace(/(<[0-9a-f]{100,}?)a([0-9a-f]*b)/, '$1A$2'))],
    ['a space between its digits', edit((text) => text.replace('00>\n', ' 0>\n'))],
  ]);

  refusesWhatPopplerForgives(open, 'unsupported_signature', [
    ['of another kind', redefine((text) => text.replace('ETSI.CAdES.detached', 'adbe.pkcs7.detached'))],
    ['that restricts what may follow', redefine((text) => text.replace('/M ', '/Reference [] /M '))],
    [
      'that certifies the document',
      (sealed) => appendRevision(sealed, { 1: PAGE[1]!.replace(/ >>$/, ' /Perms << >> >>') }),
    ],
  ]);

  refusesWhatPopplerForgives(open, 'unlisted_signature', [
    ['that no field holds', (sealed) => appendRevision(sealed, { [FREE]: findObject(sealed, SIGNATURE) })],
  ]);
  refusesAsPopplerDoes(open, 'unlisted_signature', [
    [
      'whose field was taken out of the form',
      (sealed) => appendRevision(sealed, { 8: findObject(sealed, 8).replace(' 10 0 R', '') }),
    ],
  ]);

  refusesWhatPopplerForgives(open, 'duplicate_field', [
    [
      'two fields of one name',
      (sealed) =>
        appendRevision(sealed, {
          8: findObject(sealed, 8).replace('10 0 R]', '10 0 R 11 0 R]'),
          11: findObject(sealed, 10).replace('9 0 R', '12 0 R'),
          12: findObject(sealed, 9),
        }),
    ],
    [
      'two fields with one signature',
      (sealed) =>
        appendRevision(sealed, {
          8: findObject(sealed, 8).replace('10 0 R]', '10 0 R 11 0 R]'),
          11: findObject(sealed, 10).replace('(Seal)', '(Other)'),
        }),
    ],
  ]);
});
