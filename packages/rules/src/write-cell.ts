/**
 * Writes a cell of a CSV file (RFC 4180), in quotes, so that no delimiter ends it. A spreadsheet reads what begins like
 * a formula as one, quoted or not: an apostrophe before it makes it text. A program that takes another mark for the
 * delimiter cuts a cell there and at the ends of its lines, quoted or not, so each part is judged. A part with an
 * apostrophe of its own gets another: who takes one away from each has what was written.
 */
export const writeCell = (value: string, delimiter = ','): string => {
  const parts = value
    .split(delimiter === ',' ? OTHERS : ALL)
    .map((part) => (FORMULA.test(part) ? `'${part}` : part));
  const text = `${STRAY.test(value) ? "'" : ''}${parts.join('')}`;
  return `"${text.replaceAll('"', '""')}"`;
};

// A group makes the separator a part, too. A file of commas is cut at its commas as its quotes say, and at no others.
const OTHERS = /([;\t\r\n])/;
const ALL = /([,;\t\r\n])/;

// OWASP's list with the full-width forms, also behind what is not seen, which some programs leave out.
const FORMULA = /^(?:['\uFF07]|[\s\p{Cc}\p{Cf}"]*[=+\-@|%\uFF1D\uFF0B\uFF0D\uFF20\uFF5C\uFF05])/u;

/** Characters that some programs leave out where they begin a cell. */
const STRAY = /^[\t\r\n]/;
