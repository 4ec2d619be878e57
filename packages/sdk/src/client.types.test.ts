import { join } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';

it('a program that lists and verifies makes the compiler instantiate at most 50 types', () => {
  const program = compile(`
    import { FieldInspection } from './index.ts';
    import { verifyWebhook } from './webhooks.ts';

    export async function readFirst(baseUrl: string) {
      const client = new FieldInspection({ apiKey: 'fis_key', baseUrl });
      return (await client.sessions.list({ limit: 10 })).data[0]?.id;
    }

    export function readType(body: string, headers: Record<string, string>, secrets: string[]) {
      return verifyWebhook({ body, headers, secrets }).type;
    }
  `);
  expect(program.getInstantiationCount()).toBeGreaterThan(0);
  expect(program.getInstantiationCount()).toBeLessThanOrEqual(50);
});

function compile(code: string): ts.Program {
  const path = join(import.meta.dirname, 'program.ts');
  const base = ts.readConfigFile(join(import.meta.dirname, '../../../tsconfig.base.json'), (file) =>
    ts.sys.readFile(file),
  );
  const { options } = ts.parseJsonConfigFileContent(base.config, ts.sys, import.meta.dirname);
  const host = ts.createCompilerHost(options);
  const { fileExists, readFile } = host;
  host.fileExists = (file) => file === path || fileExists(file);
  host.readFile = (file) => (file === path ? code : readFile(file));
  const program = ts.createProgram([path], options, host);
  const diagnostics = program.getSemanticDiagnostics(program.getSourceFile(path));
  expect(diagnostics.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))).toEqual(
    [],
  );
  return program;
}
