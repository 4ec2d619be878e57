import { LIBRARIES, OURS, type Library } from './libraries.ts';
import type { Bundles } from './measure-bundles.ts';
import { WEBHOOKS_ENTRY } from './measure-probes.ts';
import type { Measurements } from './measure-libraries.ts';
import { inCount, inKilobytes, inMs, perSecond, times } from './units.ts';

const NONE = '–';

type Row = [
  what: string,
  inWords: (value: number) => string,
  valueOf: (library: Library) => number | undefined,
];

/** A row for each measure, a column for each library in the order of LIBRARIES. */
export const listFigures = (measured: Measurements): string[][] =>
  listRows(measured).map(([what, inWords, valueOf]) => {
    const values = LIBRARIES.map(valueOf);
    return [what, ...values.map((value) => (value === undefined ? NONE : inWords(value)))];
  });

const listRows = ({ bundles, installs, imports, types, verifications }: Measurements): Row[] => {
  const gzipped = (task: keyof Bundles) => (library: Library) => bundles.get(library.name)?.[task]?.gzipped;
  const whole = ({ entry }: Library) => imports.get(entry ?? '');
  // The other libraries have no smaller entry for programs that only verify.
  const verifier = (library: Library) => {
    if (library === OURS) return imports.get(WEBHOOKS_ENTRY);
    return library.webhooks ? whole(library) : undefined;
  };
  return [
    ['client, gzipped', inKilobytes, gzipped('client')],
    ['verifier, gzipped', inKilobytes, gzipped('webhooks')],
    ['both, gzipped', inKilobytes, gzipped('both')],
    ['both, minified', inKilobytes, ({ name }) => bundles.get(name)?.both?.minified],
    ['all exports, gzipped', inKilobytes, gzipped('whole')],
    ['installed', inKilobytes, ({ name }) => installs.get(name)?.totalBytes],
    ['source maps of it', inKilobytes, ({ name }) => installs.get(name)?.mapBytes],
    ['dependencies', inCount, ({ name }) => installs.get(name)?.dependencies],
    ['first import', inMs, (library) => whole(library)?.ms],
    ['its heap', inKilobytes, (library) => whole(library)?.heapBytes],
    ['first import, verifier', inMs, (library) => verifier(library)?.ms],
    ['its heap', inKilobytes, (library) => verifier(library)?.heapBytes],
    ['files for the compiler', inCount, ({ name }) => types.get(name)?.files],
    ['types', inCount, ({ name }) => types.get(name)?.types],
    ['instantiations', inCount, ({ name }) => types.get(name)?.instantiations],
    ['check', inMs, ({ name }) => types.get(name)?.checkMs],
    ...[...verifications].flatMap(([sizeBytes, found]): Row[] => [
      [`verifications, ${sizeBytes / 1024} KiB`, perSecond, ({ name }) => found.get(name)?.perSecond],
      ['to stripe', times, ({ name }) => found.get(name)?.ofStripe],
    ]),
  ];
};
