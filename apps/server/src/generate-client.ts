// Makes the database client with parts of Prisma's own program: all of it would be 120 MB that everybody who starts the
// service would wait for.
import { createRequire } from 'node:module';
import type * as ClientGenerator from '@prisma/client-generator-ts';
import internals from '@prisma/internals';
import { PRISMA_DIR } from './paths.ts';

// The package's entry for `import` names files without their ending: Node.js does not find those.
const { PrismaClientTsGenerator } = createRequire(import.meta.url)(
  '@prisma/client-generator-ts',
) as typeof ClientGenerator;

const schemaContext = await internals.loadSchemaContext({
  schemaPath: { cliProvidedPath: `${PRISMA_DIR}/schema` },
  printLoadMessage: false,
});
const generators = await internals.getGenerators({
  schemaContext,
  registry: { 'prisma-client': { type: 'in-process', generator: new PrismaClientTsGenerator() } },
  skipDownload: true,
  cliCommand: 'generate',
});
for (const generator of generators) await generator.generate();
