import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
type Exports = Readonly<Record<string, unknown>>;
type ErrorClass = { readonly prototype: Error };

const entries = await Promise.all(
  process.argv.slice(2).map(async (entry) => {
    const esm = (await import(entry)) as Exports;
    const cjs = require(entry) as Exports;
    const names = { esm: Object.keys(esm).sort(), cjs: Object.keys(cjs).sort() };
    const renamed = [...listRenamed(esm), ...listRenamed(cjs)];
    return { entry, ...names, renamed, ...compareErrors(esm, cjs) };
  }),
);
const inner = ['dist/index.js', 'dist/index.cjs', 'src/index.ts', 'client/transport', 'package.json'];
const reachable = await Promise.all(inner.map((path) => tryImport(`@field-inspection/sdk/${path}`)));
console.log(JSON.stringify({ runtime: process.version, entries, reachable: reachable.flat() }));

function listRenamed(exported: Exports): string[] {
  return Object.entries(exported).flatMap(([name, value]) =>
    typeof value === 'function' && value.name.replace(/2$/, '') !== name ? [`${name} is ${value.name}`] : [],
  );
}

function compareErrors(esm: Exports, cjs: Exports) {
  const errors = Object.keys(esm).filter((name) => isErrorClass(esm[name]) && isErrorClass(cjs[name]));
  const twins = errors.filter((name) => {
    const [one, other] = [esm[name] as never, cjs[name] as never];
    const { prototype } = esm[name] as ErrorClass;
    return prototype instanceof other && (cjs[name] as ErrorClass).prototype instanceof one;
  });
  return { errors, twins };
}

function isErrorClass(value: unknown): value is ErrorClass {
  return typeof value === 'function' && value.prototype instanceof Error;
}

async function tryImport(path: string): Promise<string[]> {
  return import(path).then(
    () => [path],
    (error: { code: string }) =>
      error.code === 'ERR_PACKAGE_PATH_NOT_EXPORTED' ? [] : [`${path}: ${error.code}`],
  );
}
