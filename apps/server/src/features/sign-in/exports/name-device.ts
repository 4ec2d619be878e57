/** Browsers by a word of their name, those first that bear the words of others, too. */
const BROWSERS = [
  ['Edg', 'Edge'],
  ['OPR/', 'Opera'],
  ['SamsungBrowser/', 'Samsung Internet'],
  ['Firefox/', 'Firefox'],
  ['FxiOS/', 'Firefox'],
  ['CriOS/', 'Chrome'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const;

const SYSTEMS = [
  ['Android', 'Android'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Windows', 'Windows'],
  ['Macintosh', 'macOS'],
  ['CrOS', 'ChromeOS'],
  ['Linux', 'Linux'],
] as const;

const MOST_UNKNOWN = 60;

/**
 * Names a device as its person knows it: "Firefox, Linux". Versions are left out, since they change every few weeks. A
 * program gives its own name.
 */
export const nameDevice = (userAgent: string): string => {
  const browser = find(BROWSERS, userAgent);
  const system = find(SYSTEMS, userAgent);
  if (browser === undefined || system === undefined)
    return (
      userAgent
        .replaceAll(/[\d.]+/g, '')
        .slice(0, MOST_UNKNOWN)
        .trim() || '–'
    );
  return `${browser}, ${system}`;
};

const find = (names: readonly (readonly [string, string])[], userAgent: string): string | undefined =>
  names.find(([word]) => userAgent.includes(word))?.[1];
