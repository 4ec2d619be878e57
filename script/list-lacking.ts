import compatData from '@mdn/browser-compat-data' with { type: 'json' };

type Support = {
  version_added: string | boolean | null;
  version_removed?: unknown;
  partial_implementation?: unknown;
  flags?: unknown;
  prefix?: unknown;
  alternative_name?: unknown;
};
type Feature = { support: Record<string, Support | Support[]> };
type Node = { __compat?: Feature } & { [member: string]: Node };

/** A type of the browser or JavaScript, or a member of one, by its path such as `Array`, `toSorted`. */
type Known = { path: string[]; isLanguage: boolean; feature: Feature };

/** The oldest supported browsers (docs/field-application.md), by MDN's names. */
export const OLDEST: Readonly<Record<string, number>> = {
  chrome: 105,
  chrome_android: 105,
  edge: 105,
  firefox: 112,
  safari: 16,
  safari_ios: 16,
};

/**
 * Paths begin at the global object: `['URL', 'canParse']`, `['Array', 'prototype', 'toSorted']`,
 * `['requestIdleCallback']`.
 */
export function listLacking(browser: string): string[][] {
  return listKnown()
    .filter(({ feature }) => lacks(feature, browser))
    .flatMap(locate);
}

function locate({ path, isLanguage }: Known): string[][] {
  const types = path.slice(0, -1);
  const name = path.at(-1)!;
  if (name.endsWith('_static')) return [[...types, name.replace('_static', '')]];
  if (types[0] === 'Window') return [[name]];
  if (types.length === 0) return [path];
  if (!isLanguage) return [[...types, 'prototype', name]];
  // A constructor may be newer than its prototype, as Iterator's is.
  if (name === types.at(-1)) return [types];
  // MDN names some static members of JavaScript without `_static`, so both paths are listed.
  return [path, [...types, 'prototype', name]];
}

export function listKnown(): Known[] {
  const { api, javascript } = compatData as unknown as { api: Node; javascript: { builtins: Node } };
  const { Intl: formats, ...types } = javascript.builtins;
  return [
    ...listIn(api, { isLanguage: false }),
    ...listIn(types, { isLanguage: true }),
    ...listIn(formats ?? {}, { isLanguage: true, within: ['Intl'] }),
  ];
}

export function lacks({ support }: Feature, browser: string): boolean {
  return ![support[browser] ?? []].flat().some((since) => isSince(since, OLDEST[browser]!));
}

function listIn(
  types: Record<string, Node>,
  { isLanguage, within = [] }: { isLanguage: boolean; within?: string[] },
): Known[] {
  return Object.entries(types).flatMap(([type, { __compat, ...members }]) =>
    [
      [[], __compat] as const,
      ...Object.entries(members).map(([name, node]) => [[name], node.__compat] as const),
    ].flatMap(([name, feature]) =>
      feature ? [{ path: [...within, type, ...name], isLanguage, feature }] : [],
    ),
  );
}

function isSince(since: Support, oldest: number): boolean {
  if (since.flags || since.prefix || since.alternative_name) return false;
  // MDN says that a partial feature was removed where the whole feature came.
  const { version_added: added, version_removed: removed, partial_implementation: isPart } = since;
  if (removed && !isPart) return false;
  return typeof added === 'string' && Number.parseFloat(added.replace('≤', '')) <= oldest;
}
