import { countChanges } from '@field-inspection/contract';
import { PROXY_NAMES } from './parse-proxies.ts';
import { SECRET_NAMES, SETTING_NAMES } from './settings.ts';

const PROXIES: readonly string[] = PROXY_NAMES;

const KNOWN = [...SETTING_NAMES, ...SECRET_NAMES.map((name) => `${name}_FILE`)];

/** Other programs have variables that are near to these. */
const NEAR_TO = KNOWN.filter((name) => name.length >= 6 && !PROXIES.includes(name));

const LONGEST = 64;
const MOST = 5;

/**
 * Says which variables are nearly a setting: the service would go on without what somebody meant to set. The variables
 * of others are many, so that only names with the same beginning count.
 */
export const findMistyped = (env: Record<string, string | undefined>): string[] => {
  const known = new Set(KNOWN);
  const found: string[] = [];
  for (const name of Object.keys(env)) {
    if (found.length === MOST) break;
    // Programs have a name for the way out of each protocol, also in small letters.
    const isMeant = known.has(name) || /_proxy$/i.test(name);
    const nearest = isMeant || name.length > LONGEST ? undefined : findNearest(name);
    if (nearest && !env[nearest])
      found.push(`${name} is no setting, and nothing reads it: did you mean ${nearest}?`);
  }
  return found;
};

const findNearest = (given: string): string | undefined => {
  const name = given.toUpperCase().replace(/[-.]/g, '_');
  return (
    NEAR_TO.find((each) => each.replaceAll('_', '') === name.replaceAll('_', '')) ??
    NEAR_TO.find((each) => each[0] === name[0] && isNear(name, each)) ??
    NEAR_TO.find((each) => lacksOneWord(name, each))
  );
};

/** A short name allows for a single slip of the hand, a long one for two. */
const isNear = (name: string, setting: string): boolean =>
  countChanges(name, setting) <= (setting.length <= 8 ? 1 : 2);

/** SEAL_PASSWORD of SEAL_P12_PASSWORD. */
const lacksOneWord = (name: string, setting: string): boolean => {
  const words = setting.split('_');
  if (words.length < 3) return false;
  return words.some((_, index) => index > 0 && words.toSpliced(index, 1).join('_') === name);
};
