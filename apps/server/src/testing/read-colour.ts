/** Reads a colour of a style sheet's custom properties, or the one that it falls back to: `#1d4ed8`. */
export const readColour = (css: string, name: string): string =>
  new RegExp(`--${name}: (?:var\\(--[\\w-]+, )?(#[0-9a-f]{6})\\)?;`).exec(css)?.[1] ?? '';
