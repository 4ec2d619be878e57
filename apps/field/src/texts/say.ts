/** A text of the catalogues in the page's language, by its key; plain text. */
export const say = (key: string, values: Record<string, string | number> = {}): string =>
  [key, ...Object.values(values)].join(' ');
