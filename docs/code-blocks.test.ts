import { join } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { readCodeBlocks, ROOT, SDK } from './code-blocks/read-code-blocks.ts';

/* What the guides show is what a reader copies: it must compile against the SDK. client-blocks, receiver-blocks and
   shell-blocks run it. */
const typeScript = readCodeBlocks().filter(({ language }) => language === 'ts');

it.each([
  ['as the project is set up', []],
  ['with the libraries of a browser, as Next.js has them', ['lib.dom.d.ts', 'lib.dom.iterable.d.ts']],
])('every block in TypeScript compiles %s', (_, libraries) => {
  const files = new Map(typeScript.map((block, index) => [join(SDK, `code-block-${index}.ts`), block]));
  const base = ts.readConfigFile(join(ROOT, 'tsconfig.base.json'), (path) => ts.sys.readFile(path));
  const { options } = ts.parseJsonConfigFileContent(base.config, ts.sys, SDK);
  options.lib = [...(options.lib ?? []), ...libraries];
  options.moduleDetection = ts.ModuleDetectionKind.Force;
  const host = ts.createCompilerHost(options);
  const { fileExists, readFile } = host;
  host.fileExists = (path) => files.has(path) || fileExists(path);
  host.readFile = (path) => files.get(path)?.code ?? readFile(path);
  const program = ts.createProgram([...files.keys()], options, host);
  const complaints = [...files].flatMap(([path, { name }]) => {
    const file = program.getSourceFile(path);
    const found = [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)];
    return found.map(({ messageText }) => `${name}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`);
  });
  expect(typeScript.length).toBeGreaterThan(40);
  expect(complaints).toEqual([]);
});

it('no block hands the body of a reply to what wants an async iterable: before TypeScript 6, lib.dom had none', () => {
  const handing = typeScript.filter(({ code }) =>
    /(writeFile|pipeline|from)\([^)]*\.body!?\b|of \w+\.body!?\)/.test(code),
  );
  expect(handing.map(({ name }) => name)).toEqual([]);
});
