/** `URL.canParse` is missing in browsers that the field side supports. Gives `undefined` for an invalid URL. */
export function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    // The thrown error says no more than `undefined`.
  }
}
