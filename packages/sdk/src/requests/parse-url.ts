/** Gives `undefined` for a text that is no URL: `URL.canParse` came to browsers after those of the field side. */
export function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    // The error that it throws says no more than that.
  }
}
