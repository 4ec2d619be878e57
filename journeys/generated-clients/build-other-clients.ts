import { execFile } from 'node:child_process';
import { cp, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { installWorkspace } from '../../packages/sdk/consumers/install-workspace.ts';

const run = promisify(execFile);
const DOCUMENT = fileURLToPath(import.meta.resolve('@field-inspection/openapi/openapi.json'));
const TSC = fileURLToPath(new URL('../../node_modules/typescript/bin/tsc', import.meta.url));
const OTHERS = join(import.meta.dirname, 'others');
const BIN = join(OTHERS, 'node_modules/.bin');

/** The generators' own commands, the slowest first. */
const GENERATORS: readonly (readonly string[])[] = [
  ['kubb', 'generate', '--silent'],
  // The last option lets the client read problems and files, too: docs/openapi.md.
  [
    'openapi-zod-client',
    DOCUMENT,
    '-o',
    'openapi-zod-client.ts',
    '--export-schemas',
    '--media-type-expr',
    'true',
  ],
  [
    'swagger-typescript-api',
    'generate',
    '-p',
    DOCUMENT,
    '-n',
    'swagger-typescript-api.ts',
    '--enum-style',
    'union',
  ],
  ['typed-openapi', DOCUMENT, '-o', 'typed-openapi.ts'],
  ['oazapfts', DOCUMENT, 'oazapfts/oazapfts.ts'],
];

/**
 * Installs the generators, and compiles their clients of the committed document into an empty folder with the programs
 * that use them, `use-*.js` in its `dist`.
 *
 * @throws what a generator or tsc says, when it fails
 */
export const buildOtherClients = async (folder: string): Promise<void> => {
  await installWorkspace(OTHERS);
  const isSource = (path: string) => !path.startsWith(join(OTHERS, 'node_modules'));
  await cp(OTHERS, folder, { recursive: true, filter: isSource });
  await symlink(join(OTHERS, 'node_modules'), join(folder, 'node_modules'));
  const waiting = [...GENERATORS];
  const generateNext = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) await generate(folder, next);
  };
  await Promise.all([generateNext(), generateNext()]);
  await runProgram(folder, process.execPath, [TSC, '--build', folder]);
};

const generate = (folder: string, [program = '', ...args]: readonly string[]) =>
  runProgram(folder, join(BIN, program), args);

const runProgram = (folder: string, program: string, args: readonly string[]) => {
  // Otherwise Kubb reports each run to its makers.
  const env = { ...process.env, DO_NOT_TRACK: '1', DOCUMENT };
  return run(program, args, { cwd: folder, env, timeout: 200_000 }).catch(
    (error: { stdout: string; stderr: string }) => {
      throw new Error(`${[program, ...args].join(' ')}:\n${error.stdout}${error.stderr}`, { cause: error });
    },
  );
};
