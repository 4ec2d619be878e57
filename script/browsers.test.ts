import { readFileSync } from 'node:fs';
import { createContext, runInContext } from 'node:vm';
import { expect, it } from 'vitest';
import { readBuild, type BuildPart } from '../apps/server/src/http/pages/read-build.ts';
import { bundle } from '../packages/sdk/src/testing/bundle.ts';
import type * as field from '../packages/sdk/src/field.ts';
import manifest from '../package.json' with { type: 'json' };
import { findNewerFeatures } from './find-newer-features.ts';
import { OLDEST } from './list-lacking.ts';

const readRoot = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');

/** Methods of our own types, of React (`use`) and of CSS (`escape`) with names that newer JavaScript also has. */
const OWN = ['.toArray()', '.take()', '.drop()', '.move()', '.use()', '.escape()'];
// tus-js-client, Preact's signals and qr check for these before they call them.
const ASKED_FIRST = ['Uint8Array.fromBase64', '.fromBase64()', '.toBase64()', 'Symbol.dispose'];
const listNewer = (script: string) =>
  findNewerFeatures(script).filter((name) => ![...OWN, ...ASKED_FIRST].includes(name));

const listScripts = (part: BuildPart) =>
  [...readBuild(part).files].filter(([name]) => name.endsWith('.js')).map(([, bytes]) => bytes.toString());

it.each([
  'URL.canParse("a")',
  'a.isWellFormed()',
  'a.toSorted()',
  'Object.groupBy(a, f)',
  'Promise.withResolvers()',
  'AbortSignal.any([a])',
  'a.isSubsetOf(b)',
  'Array.fromAsync(a)',
  'class A { static { f(); } }',
  '/(?<=a)b/.test(a)',
])('%s is found: Chrome 105, Firefox 112 or Safari 16 lack it', (script) => {
  expect(findNewerFeatures(script)).toHaveLength(1);
});

it('the field application, its dependencies and its worker ask for nothing that a browser of the list lacks', () => {
  const scripts = listScripts('field');
  expect(scripts.length).toBeGreaterThan(10);
  expect(scripts.flatMap(listNewer)).toEqual([]);
});

it('the console and its dependencies ask for nothing that a browser of the list lacks', () => {
  const scripts = listScripts('console');
  expect(scripts.length).toBeGreaterThan(1);
  expect(scripts.flatMap(listNewer)).toEqual([]);
});

it('the sign, verify and invitation pages ask for nothing that a browser of the list lacks', () => {
  const scripts = listScripts('pages');
  expect(scripts.length).toBeGreaterThan(2);
  expect(scripts.flatMap(listNewer)).toEqual([]);
});

it.each([
  ['joinSession, openFieldSession', 'field.ts'],
  ['FieldInspection', 'index.ts'],
  ['verifyEvidence, verifyReport', 'evidence.ts'],
])('the SDK with %s asks for nothing that a browser of the list lacks', async (names, entry) => {
  expect(listNewer(await bundle(names, entry))).toEqual([]);
});

it('what came in those versions is not found', () => {
  const older =
    'a.findLast(f); a.at(1); Object.hasOwn(a, b); AbortSignal.timeout(1); a.replaceAll(b, c); structuredClone(a)';
  expect(findNewerFeatures(older)).toEqual([]);
});

it('the verifier of the page /verify asks for nothing that a browser of the list lacks', () => {
  expect(listNewer(readRoot('apps/pages/dist/verifier.js'))).toEqual([]);
});

it('the search of the documents and its library ask for nothing that a browser of the list lacks', () => {
  const scripts = [
    'apps/server/src/features/reading/static/search.js',
    'apps/server/src/features/reading/static/find-entries.js',
    'apps/server/node_modules/minisearch/dist/es/index.js',
  ].map(readRoot);
  expect(scripts.flatMap(listNewer)).toEqual([]);
});

it("the SDK's field side reads its session where what came later is missing", async () => {
  const code = await bundle('openFieldSession, joinSession', 'field.ts');
  const replies = createContext({
    fetch,
    Headers,
    Response,
    // A subclass, so that this process keeps its own URL.
    URL: Object.assign(class extends URL {}, { canParse: undefined }),
    AbortController,
    TextEncoder,
    crypto,
    setTimeout,
    clearTimeout,
    btoa,
    atob,
    URLSearchParams,
  });
  runInContext(
    `delete String.prototype.isWellFormed; delete String.prototype.toWellFormed;
     delete Array.prototype.toSorted; delete Promise.withResolvers; delete Object.groupBy;`,
    replies,
  );
  const [, exported] = /export\{([^}]+)\}/.exec(code)!;
  const names = exported!.replaceAll(/([\w$]+) as (\w+)/g, '$2:$1');
  const { openFieldSession } = runInContext(
    `(() => { ${code.replace(/export\{[^}]+\};?/, '')}; return {${names}}; })()`,
    replies,
  ) as typeof field;
  const asked: string[] = [];
  const session = openFieldSession({
    token: 'a'.repeat(43),
    baseUrl: 'https://service.example',
    fetch: (url) => {
      asked.push(String(url));
      return Promise.resolve(Response.json({ status: 'created' }));
    },
  });
  await session.get();
  expect(asked).toEqual(['https://service.example/v1/field/session']);
});

it('lint, the data of MDN and docs/field-application.md have the same list', () => {
  const { chrome, firefox, safari } = OLDEST;
  expect(manifest.browserslist).toEqual([
    `chrome ${chrome}`,
    `edge ${chrome}`,
    `firefox ${firefox}`,
    `safari ${safari}.0`,
    `ios_saf ${safari}.0`,
  ]);
  const rows = readRoot('docs/field-application.md').match(/^\| (Chrome|Firefox|Safari).*$/gm)!;
  expect(rows.slice(0, 3).map((row) => Number(row.split('|')[2]))).toEqual([chrome, firefox, safari]);
});
