// Run in its own process: what the compiler does for a program with and without the given files. The time is the
// processor's, so that other work on the machine does not count.
import ts from 'typescript';

const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2024,
  lib: ['lib.es2024.d.ts'],
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  types: ['node'],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: true,
  noEmit: true,
};

const program = ts.createProgram(process.argv.slice(2), OPTIONS);
const cpuBefore = process.cpuUsage();
const diagnostics = ts.getPreEmitDiagnostics(program);
const cpu = process.cpuUsage(cpuBefore);
if (diagnostics.length > 0) {
  const host = { ...ts.sys, getCanonicalFileName: (name: string) => name, getNewLine: () => '\n' };
  throw new Error(ts.formatDiagnostics(diagnostics, { ...host, getCurrentDirectory: () => process.cwd() }));
}
console.log(
  JSON.stringify({
    files: program.getSourceFiles().length,
    instantiations: program.getInstantiationCount(),
    types: program.getTypeCount(),
    checkMs: (cpu.user + cpu.system) / 1000,
  }),
);
