export const readColour = (css: string, name: string): string =>
  new RegExp(`--${name}: (?:var\\(--[\\w-]+, )?(#[0-9a-f]{6})\\)?;`).exec(css)?.[1] ?? '';
