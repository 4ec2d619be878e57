/**
 * One cell of a CSV file (RFC 4180), in quotes, so that no separator of any locale ends it. A spreadsheet reads what
 * begins like a formula as one, quoted or not: an apostrophe before it makes it text.
 */
export const writeCell = (value: string): string =>
  `"${FORMULA.test(value) ? "'" : ''}${value.replaceAll('"', '""')}"`;

// OWASP's list with the full-width forms, also behind what is not seen, which some programs leave out.
const FORMULA = /^(?:[\t\r\n]|[\s\p{Cc}\p{Cf}]*[=+\-@|%\uFF1D\uFF0B\uFF0D\uFF20])/u;
