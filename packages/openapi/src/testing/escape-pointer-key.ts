/** One key of a JSON pointer that stands in a URI fragment, where it is percent-encoded (RFC 6901, section 6). */
export const escapePointerKey = (key: string): string =>
  encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'));
