import { join } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { readCodeBlocks, ROOT, SDK } from './code-blocks/read-code-blocks.ts';

/* What the guides show is what a reader copies: it must compile against the SDK. client-blocks, receiver-blocks and
   shell-blocks run it. */
const typeScript = readCodeBlocks().filter(({ language }) => language === 'ts');

it('every block in TypeScript compiles', () => {
  const files = new Map(typeScript.map((block, index) => [join(SDK, `code-block-${index}.ts`), block]));
  const base = ts.readConfigFile(join(ROOT, 'tsconfig.base.json'), (path) => ts.sys.readFile(path));
  const { options } = ts.parseJsonConfigFileContent(base.config, ts.sys, SDK);
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
