import { describe, expect, it } from 'vitest';

import { readDer } from '../der/read-der.ts';
import { BMP_STRING, PRINTABLE_STRING, SEQUENCE, SET, UTF8_STRING } from '../der/tags.ts';
import { writeDer, writeOid } from '../der/write-der.ts';
import { findSubjectKind, formatName } from './names.ts';

const utf8 = (text: string) => new TextEncoder().encode(text);
const attribute = (oid: string, tag: number, value: Uint8Array) =>
  writeDer(SEQUENCE, writeOid(oid), writeDer(tag, value));
const format = (...parts: Uint8Array[][]) =>
  formatName(readDer(writeDer(SEQUENCE, ...parts.map((part) => writeDer(SET, ...part)))));

describe('formatName writes names as RFC 4514 does', () => {
  it('the last part first', () => {
    const country = attribute('2.5.4.6', PRINTABLE_STRING, utf8('IT'));
    const unit = attribute('2.5.4.3', UTF8_STRING, utf8('Unità 1'));

    expect(format([country], [unit])).toBe('CN=Unità 1,C=IT');
    expect(format()).toBe('');
  });

  it('with parts of several attributes joined by plus', () => {
    const country = attribute('2.5.4.6', PRINTABLE_STRING, utf8('IT'));
    const unit = attribute('2.5.4.10', UTF8_STRING, utf8('Authority'));

    expect(format([country, unit])).toBe('C=IT+O=Authority');
  });

  it.each([
    ['a,b+c"d\\e<f>g;h', String.raw`a\,b\+c\"d\\e\<f\>g\;h`],
    [' a ', String.raw`\ a\ `],
    ['#a#', String.raw`\#a#`],
    ['a\u0000b\u001bc', String.raw`a\00b\1bc`],
    ['gpj.\u202etext', String.raw`gpj.\e2\80\aetext`],
  ])('escaping %j', (text, escaped) => {
    expect(format([attribute('2.5.4.3', UTF8_STRING, utf8(text))])).toBe(`CN=${escaped}`);
  });

  it('in hex where the type or the text is not known', () => {
    expect(format([attribute('1.2.3', UTF8_STRING, utf8('a'))])).toBe('1.2.3=#0c0161');
    expect(format([attribute('2.5.4.3', UTF8_STRING, Uint8Array.of(0xff))])).toBe('2.5.4.3=#0c01ff');
    expect(format([attribute('2.5.4.3', 0x14, utf8('a'))])).toBe('2.5.4.3=#140161');
  });

  it('reading two-byte text', () => {
    expect(format([attribute('2.5.4.3', BMP_STRING, Uint8Array.of(0x20, 0xac))])).toBe('CN=€');
  });
});

describe('findSubjectKind tells whose a name is', () => {
  const common = attribute('2.5.4.3', UTF8_STRING, utf8('Any name'));
  const kindOf = (...oids: string[]) => {
    const parts = [common, ...oids.map((oid) => attribute(oid, UTF8_STRING, utf8('x')))];
    return findSubjectKind(readDer(writeDer(SEQUENCE, ...parts.map((part) => writeDer(SET, part)))));
  };

  it.each([
    ['person', 'a surname', ['2.5.4.4']],
    ['person', 'a given name', ['2.5.4.42']],
    ['person', 'a pseudonym', ['2.5.4.65']],
    ['person', 'a given name, and an organisation to stand for', ['2.5.4.10', '2.5.4.42']],
    ['organisation', 'an organisation alone', ['2.5.4.10']],
    [null, 'a common name alone', []],
  ])('%s: %s', (kind, _name, oids) => {
    expect(kindOf(...oids)).toBe(kind);
  });
});
