import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { installWorkspace } from './install-workspace.ts';

const RECIPES = join(import.meta.dirname, 'recipes');
// Within the workspace, so that its packages are found.
const BUILT = join(RECIPES, 'dist');

export const installRecipes = () => installWorkspace(RECIPES);

export const readRecipe = (file: string) => readFile(join(RECIPES, file), 'utf8');

export function checkRecipes(files: readonly string[]): string[] {
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    experimentalDecorators: true,
    allowImportingTsExtensions: true,
    target: ts.ScriptTarget.ESNext,
    module: ts.ModuleKind.NodeNext,
    types: ['node'],
  };
  const program = ts.createProgram(
    files.map((file) => join(RECIPES, file)),
    options,
  );
  return ts.getPreEmitDiagnostics(program).map(({ file, messageText }) => {
    const message = ts.flattenDiagnosticMessageText(messageText, '\n');
    return `${file?.fileName}: ${message}`;
  });
}

/** A recipe is compiled as its reader's tools do; `readPrinted` gives its console output. */
export async function startRecipe(files: readonly string[], env: Record<string, string>) {
  const paths = await Promise.all(files.map(compile));
  const child = fork(join(import.meta.dirname, 'serve-recipe.ts'), paths, {
    env: { ...process.env, ...env, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  let printed = '';
  child.stdout!.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  const over = new AbortController();
  const [port] = (await Promise.race([
    once(child, 'message', over),
    once(child, 'exit', over).then(() => [null]),
  ])) as [number | null];
  over.abort();
  if (port === null) throw new Error(`${files.join()} ended its process`);
  return {
    origin: `http://localhost:${port}`,
    readPrinted: () => printed,
    async [Symbol.asyncDispose]() {
      child.kill();
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      await Promise.all(paths.map((path) => rm(path)));
    },
  };
}

async function compile(file: string): Promise<string> {
  const { outputText } = ts.transpileModule(await readRecipe(file), {
    compilerOptions: {
      module: ts.ModuleKind.ESNext,
      target: ts.ScriptTarget.ES2022,
      experimentalDecorators: true,
    },
  });
  const path = join(BUILT, `${file.replaceAll('/', '-')}.mjs`);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, outputText);
  return path;
}
