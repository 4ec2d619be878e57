/**
 * Writes a CSV cell (RFC 4180) in quotes. A spreadsheet takes a formula for one even in quotes, so an apostrophe before
 * it makes it text. A program with another delimiter cuts cells there and at line ends, so each part is judged. A part
 * that begins with an apostrophe gets another: taking one from each part gives the original.
 */
export const writeCell = (value: string, delimiter = ','): string => {
  const parts = value
    .split(delimiter === ',' ? OTHERS : ALL)
    .map((part) => (FORMULA.test(part) ? `'${part}` : part));
  const text = `${STRAY.test(value) ? "'" : ''}${parts.join('')}`;
  return `"${text.replaceAll('"', '""')}"`;
};

// The group keeps the separators as parts. Programs that cut at commas heed the quotes.
const OTHERS = /([;\t\r\n])/;
const ALL = /([,;\t\r\n])/;

// OWASP's list with full-width forms, also behind invisible characters, which some programs leave out.
const FORMULA = /^(?:['\uFF07]|[\s\p{Cc}\p{Cf}"]*[=+\-@|%\uFF1D\uFF0B\uFF0D\uFF20\uFF5C\uFF05])/u;

/** Some programs leave these out at the beginning of a cell. */
const STRAY = /^[\t\r\n]/;
