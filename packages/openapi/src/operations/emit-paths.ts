import { NoBody, type Routes } from '@field-inspection/contract';
import { generateOpenApiAsync } from '@ts-rest/open-api';
import { z } from 'zod';
import type { Components, JsonSchema } from '../schemas/components.ts';
import { describeOperation, type BareOperation } from './describe-operation.ts';
import type { Paths } from '../schemas/hoist-parameters.ts';
import { hoistSchema } from '../schemas/hoist-schema.ts';

type Options = Parameters<typeof generateOpenApiAsync>[2];
type TransformSchema = Options['schemaTransformer'];
type MapOperation = NonNullable<Options['operationMapper']>;

export const emitPaths = async (routes: Routes, components: Components): Promise<Paths> => {
  const schemaTransformer: TransformSchema = ({ schema, type }) =>
    Promise.resolve(
      isDocumented(schema)
        ? hoistSchema(schema, type === 'response' ? 'output' : 'input', components.schemas)
        : null,
    );
  const operationMapper: MapOperation = (operation, route, key) =>
    describeOperation(operation as unknown as BareOperation, { route, key }, components) as typeof operation &
      JsonSchema;
  // The synchronous generator leaves out headers that are a plain object of schemas, as join's are.
  const emitted = await generateOpenApiAsync(
    routes,
    { info: { title: '', version: '' } },
    { schemaTransformer, operationMapper },
  );
  return emitted.paths as unknown as Paths;
};

// For a reader, a body that may only be absent or empty is none; ts-rest marks "no body" by a symbol.
const isDocumented = (schema: unknown): schema is z.ZodType =>
  schema instanceof z.ZodType && schema !== NoBody;
