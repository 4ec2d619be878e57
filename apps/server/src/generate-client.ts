// Makes the database client of prisma/schema. These are the parts of Prisma's own program that do it: the program brings
// along a studio, a server and other databases, 120 MB that everybody who starts the service would wait for.
import { createRequire } from 'node:module';
import type * as ClientGenerator from '@prisma/client-generator-ts';
import internals from '@prisma/internals';
import { PRISMA_DIR } from './paths.ts';

// The entry of the package for `import` names files without their ending, which Node.js does not find.
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
