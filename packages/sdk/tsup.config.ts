import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { defineConfig, type Options } from 'tsup';
import { DECLARATION_OPTIONS } from './generator/package/declaration-options.ts';
import { dropDocs, dropOrigins } from './generator/package/drop-docs.ts';
import type { Manifest } from './generator/package/render-publish-config.ts';
import manifest from './package.json' with { type: 'json' };
import * as field from './src/field.ts';
import * as index from './src/index.ts';
import * as kit from './src/testing.ts';

const { exports, bin }: Manifest = manifest;
const { './evidence': evidence, './testing': testing, './webhooks': webhooks, ...light } = exports;

// The builds run at the same time, so the folder is emptied once before.
rmSync('dist', { recursive: true, force: true });
mkdirSync('dist');

// An entry's declarations are written once, for CommonJS, and its ES module's lead there: the installed size has a
// budget, and both have the same types.
for (const source of Object.values(exports)) {
  const name = basename(source, '.ts');
  writeFileSync(`dist/${name}.d.ts`, `export * from './${name}.cjs';\n`);
}

// The testing kit is large and in nobody's bundle, so its code is written once, too.
writeFileSync('dist/testing.js', `export { ${Object.keys(kit).join(', ')} } from './testing.cjs';\n`);

// Client and field side share most, so as CommonJS they are one file with each entry's own names.
for (const [name, entry] of Object.entries({ index, field })) {
  const names = Object.keys(entry).map((key) => `exports.${key} = shared.${key};\n`);
  writeFileSync(`dist/${name}.cjs`, `const shared = require('./commonjs.cjs');\n${names.join('')}`);
}

const dts = { compilerOptions: DECLARATION_OPTIONS };

// Code stays readable for a person with a debugger.
const common: Options = {
  target: 'node20',
  platform: 'neutral',
  minify: false,
  sourcemap: false,
  esbuildPlugins: [dropDocs],
  plugins: [dropOrigins],
};

// The verifier is large: built apart, so that no other entry shares a part of it.
export default defineConfig([
  { ...common, entry: [...Object.values(light), webhooks!], format: 'esm' },
  {
    ...common,
    entry: ['src/commonjs.ts', webhooks!],
    format: 'cjs',
    // The light entries and the testing kit share most types, so these are built together.
    dts: { ...dts, entry: [...Object.values(light), webhooks!, testing!] },
  },
  // The platform makes names importable from an ES module.
  { ...common, entry: [testing!], format: 'cjs', platform: 'node' },
  { ...common, entry: [evidence!], format: 'cjs', dts },
  {
    ...common,
    entry: [evidence!, ...Object.values(bin ?? {})],
    format: 'esm',
    external: [/^node:/, manifest.name],
    removeNodeProtocol: false,
  },
]);
