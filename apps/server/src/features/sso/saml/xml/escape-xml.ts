const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#x9;',
  '\n': '&#xA;',
  '\r': '&#xD;',
};

/** As the canonical form writes a text (Canonical XML 1.0, section 2.3). */
export const escapeText = (text: string): string => text.replace(/[&<>\r]/g, (letter) => ESCAPES[letter]!);

/** As it writes the value of an attribute, between double quotes. */
export const escapeAttribute = (text: string): string =>
  text.replace(/[&<"\t\n\r]/g, (letter) => ESCAPES[letter]!);
