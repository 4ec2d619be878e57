const PLAIN = /^[\x20-\x21\x23-\x5b\x5d-\x7e]*$/;
const MAX_LENGTH = 200;

/**
 * A path as it may be shown: names in a ZIP are whoever's wrote it, and end on terminals. What is not printable ASCII
 * is escaped as in JSON, so that nothing is hidden and no text runs backwards.
 */
export function quotePath(path: string): string {
  const shown = path.length > MAX_LENGTH ? `${path.slice(0, MAX_LENGTH)}…` : path;
  if (PLAIN.test(path)) return shown;

  const escaped = JSON.stringify(shown).replaceAll(/[^\x20-\x7e…]/g, (unit) => {
    return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
  return escaped;
}
