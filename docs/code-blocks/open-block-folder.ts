import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { SDK } from './read-code-blocks.ts';

/** A folder in which a block runs as a module that finds the packages that the SDK finds. */
export function openBlockFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'code-blocks-'));
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  writeFileSync(
    join(folder, 'preload.mjs'),
    `import { registerHooks } from 'node:module';
     const own = ${JSON.stringify(pathToFileURL(folder).href)};
     const parentURL = ${JSON.stringify(pathToFileURL(join(SDK, 'index.ts')).href)};
     registerHooks({
       resolve: (specifier, context, next) => {
         const isOfBlock = context.parentURL?.startsWith(own) && /^[@a-z]/.test(specifier);
         return next(specifier, isOfBlock ? { ...context, parentURL } : context);
       },
     });`,
  );
  return {
    folder,
    /** Writes a block as a module of its own. */
    write: (code: string): string => {
      const path = join(folder, `${crypto.randomUUID()}.ts`);
      writeFileSync(path, code);
      return path;
    },
    close: () => rmSync(folder, { recursive: true }),
  };
}
