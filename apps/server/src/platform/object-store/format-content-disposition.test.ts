import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatContentDisposition } from './create-s3-store.ts';

describe('formatContentDisposition', () => {
  it.each([
    ['report.pdf', `attachment; filename="report.pdf"; filename*=UTF-8''report.pdf`],
    ['Prüfung 1.pdf', `attachment; filename="Pr_fung_1.pdf"; filename*=UTF-8''Pr%C3%BCfung%201.pdf`],
    [`it's "(a)*".pdf`, `attachment; filename="it_s_a_.pdf"; filename*=UTF-8''it%27s%20%22%28a%29%2A%22.pdf`],
  ])('saves %j under its name', (filename, header) => {
    expect(formatContentDisposition(filename)).toBe(header);
  });

  it('makes one header of printable ASCII of any name, and keeps the name', () => {
    const property = fc.property(fc.string({ unit: 'binary' }), (filename) => {
      const header = formatContentDisposition(filename);
      expect(header).toMatch(/^attachment; filename="[\w.-]*"; filename\*=UTF-8''[\w.!~%-]*$/);
      expect(decodeURIComponent(header.split("''")[1]!)).toBe(filename.toWellFormed());
    });
    fc.assert(property);
    expect(formatContentDisposition('a\r\nSet-Cookie: b\ud800')).not.toMatch(/[\r\n]/);
  });
});
