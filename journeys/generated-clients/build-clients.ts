import { execFile } from 'node:child_process';
import { readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createClient } from '@hey-api/openapi-ts';
import { generateSource } from 'oazapfts';
import openapiTypeScript, { astToString, type OpenAPI3 } from 'openapi-typescript';
import { HEY_API_CONSUMER, OAZAPFTS_CONSUMER, OPENAPI_FETCH_CONSUMER } from './consumers.ts';

const run = promisify(execFile);
const DOCUMENT = fileURLToPath(import.meta.resolve('@field-inspection/openapi/openapi.json'));
const rootFile = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/**
 * Compiles the clients of the committed document into an empty folder, with the programs that use them:
 * `use-hey-api.js`, `use-openapi-fetch.js` and `use-oazapfts.js` in its `dist`.
 *
 * @throws what tsc says, when it does not compile
 */
export const buildClients = async (folder: string): Promise<void> => {
  await symlink(rootFile('journeys/node_modules'), join(folder, 'node_modules'));
  await Promise.all([generateHeyApi(folder), generateOpenApiTypeScript(folder), generateOazapfts(folder)]);
  const files = {
    'use-hey-api.ts': HEY_API_CONSUMER,
    'use-openapi-fetch.ts': OPENAPI_FETCH_CONSUMER,
    'use-oazapfts.ts': OAZAPFTS_CONSUMER,
    'package.json': '{"type":"module"}',
    'tsconfig.json': JSON.stringify(TSCONFIG),
  };
  await Promise.all(Object.entries(files).map(([name, text]) => writeFile(join(folder, name), text)));
  await compile(folder);
};

const generateHeyApi = async (folder: string) => {
  await createClient({
    input: DOCUMENT,
    output: { path: join(folder, 'hey-api'), module: { extension: '.js' } },
    plugins: ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'],
    logs: { level: 'silent', file: false },
  });
};

const generateOpenApiTypeScript = async (folder: string) => {
  const nodes = await openapiTypeScript(JSON.parse(await readFile(DOCUMENT, 'utf8')) as OpenAPI3);
  await writeFile(join(folder, 'openapi-typescript.d.ts'), astToString(nodes));
};

const generateOazapfts = async (folder: string) => {
  await writeFile(join(folder, 'oazapfts.ts'), await generateSource(DOCUMENT));
};

const compile = async (folder: string) => {
  const tsc = rootFile('node_modules/typescript/bin/tsc');
  await run(process.execPath, [tsc, '--project', folder], { timeout: 50_000 }).catch(
    ({ stdout }: { stdout: string }) => {
      throw new Error(`the generated clients do not compile:\n${stdout}`);
    },
  );
};

const TSCONFIG = {
  extends: rootFile('tsconfig.base.json'),
  compilerOptions: {
    // hey-api gives optional properties the type undefined with any document.
    exactOptionalPropertyTypes: false,
    lib: ['es2024', 'dom', 'dom.iterable'],
    typeRoots: [rootFile('node_modules/@types')],
    allowImportingTsExtensions: false,
    noEmit: false,
    rootDir: '.',
    outDir: 'dist',
  },
  include: ['.'],
};
