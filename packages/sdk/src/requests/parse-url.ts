/** `undefined` for what is no URL: `URL.canParse` came to browsers after those that the field side runs in. */
export function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    // The error that it throws says no more than that.
  }
}
