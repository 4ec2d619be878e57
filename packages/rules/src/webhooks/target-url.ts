const MAX_URL_LENGTH = 2048;

/**
 * The text is judged, since the WHATWG parser silently mends all of these faults: it strips tabs and newlines, reads a
 * backslash as a slash (https://good\\@evil), skips extra slashes and drops an empty userinfo or fragment. The sender
 * also judges the host.
 */
export const findUrlFault = (text: string, takesHttp = false): string | null => {
  if (text.length > MAX_URL_LENGTH) return `The URL is longer than ${MAX_URL_LENGTH} characters.`;
  if (/[\p{Cc}\s\\]/u.test(text)) return 'The URL must not contain spaces, control characters or \\.';
  const begin = takesHttp ? /^https?:\/\/[^/?#]/i : /^https:\/\/[^/?#]/i;
  if (!begin.test(text)) return 'The URL must begin with https:// and a host.';
  if (text.includes('#')) return 'The URL must not have a fragment.';
  if (spelledAuthority(text).includes('@')) return 'The URL must not carry a user name or password.';
  return URL.canParse(text) ? null : 'The URL is not valid.';
};

export const findDotAtEnd = ({ hostname }: URL): string | null =>
  hostname.endsWith('.') ? 'The host must not end with a dot.' : null;

/** The authority as the text spells it. */
export const spelledAuthority = (text: string): string =>
  text.replace(/^https?:\/\//i, '').split(/[/?]/, 1)[0] ?? '';
