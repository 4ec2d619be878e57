/* Names of the IANA time zone database, for the service and the SDK's fake. */

/**
 * True for a name of the IANA database, in any case: an offset is refused, which would hold in summer and winter alike.
 */
export const isTimeZone = (name: string): boolean => {
  if (!/^[A-Za-z][\w+/-]*$/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name }).format();
    return true;
  } catch {
    return false;
  }
};

/**
 * A name of the IANA database with its letters in the case that they have there. The name stays the one that is meant:
 * `Intl` itself would make an older or newer one of it.
 *
 * @example
 * spellTimeZone('europe/rome'); // 'Europe/Rome'
 * spellTimeZone('asia/kolkata'); // 'Asia/Kolkata', and not Asia/Calcutta
 */
export const spellTimeZone = (name: string): string => {
  const lower = name.toLowerCase();
  return (
    listed().get(lower) ??
    (lower.length <= 3 ? lower.toUpperCase() : lower.replaceAll(/[a-z][a-z\d+]*/g, spellWord))
  );
};

let names: Map<string, string> | undefined;

// `Intl` makes its list anew at each call, which takes half a millisecond.
const listed = (): Map<string, string> =>
  (names ??= new Map(Intl.supportedValuesOf('timeZone').map((each) => [each.toLowerCase(), each])));

// `Intl` takes other names of zones, too, and does not list them.
const spellWord = (word: string): string => {
  if (/\d/.test(word) || CAPITALS.has(word)) return word.toUpperCase();
  return ODD[word] ?? word.charAt(0).toUpperCase() + word.slice(1);
};

const CAPITALS = new Set('act chat gb gmt in lhi nsw nz su uct us utc'.split(' '));

const ODD: Record<string, string> = {
  bajanorte: 'BajaNorte',
  bajasur: 'BajaSur',
  comodrivadavia: 'ComodRivadavia',
  denoronha: 'DeNoronha',
  easterisland: 'EasterIsland',
};
