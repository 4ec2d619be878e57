import { LIBRARIES, OURS, type Library } from './libraries.ts';
import type { Bundles } from './measure-bundles.ts';
import { WEBHOOKS_ENTRY } from './measure-probes.ts';
import type { Measurements } from './measure-libraries.ts';
import { inCount, inKilobytes, inMs, perSecond, times } from './units.ts';

const NONE = '–';

/** Every figure: a row for each measure, a column for each library, in the order of LIBRARIES. */
export const listFigures = (measured: Measurements): string[][] => [
  ...listSizes(measured),
  ...listImports(measured),
  ...listTypes(measured),
  ...listSpeeds(measured),
];

const row = (what: string, cell: (library: Library) => string | undefined): string[] => [
  what,
  ...LIBRARIES.map((library) => cell(library) ?? NONE),
];

const inWords = (value: number | undefined, words: (value: number) => string): string | undefined =>
  value === undefined ? undefined : words(value);

const listSizes = ({ bundles, installs }: Measurements): string[][] => {
  const bundleRow = (what: string, task: keyof Bundles) =>
    row(what, ({ name }) => inWords(bundles.get(name)?.[task]?.gzipped, inKilobytes));
  return [
    bundleRow('client, gzipped', 'client'),
    bundleRow('verifier, gzipped', 'webhooks'),
    bundleRow('both, gzipped', 'both'),
    row('both, minified', ({ name }) => inWords(bundles.get(name)?.both?.minified, inKilobytes)),
    bundleRow('all exports, gzipped', 'whole'),
    row('installed', ({ name }) => inWords(installs.get(name)?.totalBytes, inKilobytes)),
    row('source maps of it', ({ name }) => inWords(installs.get(name)?.mapBytes, inKilobytes)),
    row('dependencies', ({ name }) => inWords(installs.get(name)?.dependencies, inCount)),
  ];
};

const listImports = ({ imports }: Measurements): string[][] => {
  const whole = ({ entry }: Library) => imports.get(entry ?? '');
  // The others have no smaller entry: who only verifies imports the same.
  const verifier = (library: Library) => {
    if (library === OURS) return imports.get(WEBHOOKS_ENTRY);
    return library.webhooks ? whole(library) : undefined;
  };
  return [
    row('first import', (library) => inWords(whole(library)?.ms, inMs)),
    row('its heap', (library) => inWords(whole(library)?.heapBytes, inKilobytes)),
    row('first import, verifier', (library) => inWords(verifier(library)?.ms, inMs)),
    row('its heap', (library) => inWords(verifier(library)?.heapBytes, inKilobytes)),
  ];
};

const listTypes = ({ types }: Measurements): string[][] => [
  row('files for the compiler', ({ name }) => inWords(types.get(name)?.files, inCount)),
  row('types', ({ name }) => inWords(types.get(name)?.types, inCount)),
  row('instantiations', ({ name }) => inWords(types.get(name)?.instantiations, inCount)),
  row('check', ({ name }) => inWords(types.get(name)?.checkMs, inMs)),
];

const listSpeeds = ({ verifications, requests }: Measurements): string[][] => [
  ...[...verifications].flatMap(([sizeBytes, found]) => [
    row(`verifications, ${sizeBytes / 1024} KiB`, ({ name }) =>
      inWords(found.get(name)?.perSecond, perSecond),
    ),
    row('to stripe', ({ name }) => inWords(found.get(name)?.ofStripe, times)),
  ]),
  row('a call on loopback', ({ name }) => inWords(requests.get(name)?.ms, inMs)),
  row('to bare fetch', ({ name }) => inWords(requests.get(name)?.ofFetch, times)),
];
