export interface Manifest {
  readonly exports: Readonly<Record<string, string>>;
  readonly bin?: Readonly<Record<string, string>>;
  readonly publishConfig: Readonly<Record<string, unknown>>;
}

/**
 * Replaces sources by builds in the published package, so that a new entry is one line of `exports`, a new program one
 * of `bin`. `main`, `types` and `typesVersions` are for compilers that don't read `exports` (`moduleResolution:
 * node10`).
 */
export function renderPublishConfig({ exports, bin, publishConfig }: Manifest) {
  const subpaths = Object.keys(exports).filter((entry) => entry !== '.');
  const types = subpaths.map((entry) => [
    entry.slice('./'.length),
    [`${locateBuild(exports[entry]!)}.d.cts`],
  ]);
  return {
    ...publishConfig,
    main: './dist/index.cjs',
    types: './dist/index.d.cts',
    ...(bin && { bin: mapValues(bin, (source) => `${locateBuild(source)}.js`) }),
    exports: mapValues(exports, (source) => renderConditions(locateBuild(source))),
    typesVersions: { '*': Object.fromEntries(types) as Record<string, string[]> },
  };
}

const locateBuild = (source: string) => source.replace('./src/', './dist/').replace(/\.ts$/, '');

const renderConditions = (build: string) => ({
  import: { types: `${build}.d.ts`, default: `${build}.js` },
  require: { types: `${build}.d.cts`, default: `${build}.cjs` },
});

const mapValues = <T>(record: Readonly<Record<string, string>>, map: (value: string) => T) =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));
