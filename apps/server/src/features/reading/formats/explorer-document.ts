import type { Clock } from '../../../platform/clock.ts';
import {
  type Parameter,
  type RawOperation,
  type Schema,
  exampleOf,
  follow,
  openApi,
} from '../reference/openapi.ts';
import { sampleBody } from '../samples/sample-body.ts';

const AN_HOUR_MS = 3_600_000;

/**
 * The document as the explorer opens it, where examples become what is sent: parameters are empty, since an example's
 * id is nobody's and an example's idempotency key is everybody's, and bodies hold what a first Send may.
 */
export const explorerDocument = (baseUrl: string, clock: Clock) => {
  const instant = new Date(clock.now().getTime() - AN_HOUR_MS).toISOString();
  const paths = Object.entries(openApi.paths).map(([path, methods]) => [
    path,
    Object.fromEntries(
      Object.entries(methods).map(([method, operation]) => [method, openOperation(operation, instant)]),
    ),
  ]);
  return { ...openApi, servers: [{ url: baseUrl }], paths: Object.fromEntries(paths) };
};

const openOperation = (operation: RawOperation, instant: string) => ({
  ...operation,
  ...(operation.parameters && { parameters: operation.parameters.map(emptyParameter) }),
  ...(operation.requestBody && {
    requestBody: { ...operation.requestBody, content: openContent(operation.requestBody.content, instant) },
  }),
});

// Drops lists of values: the explorer would fill in their first.
const emptyParameter = (given: NonNullable<RawOperation['parameters']>[number]): Parameter => {
  const parameter = follow<Parameter>(given);
  const { type, format, description } = follow<Schema>(parameter.schema);
  return {
    ...parameter,
    schema: { ...(type && { type }), ...(format && { format }), ...(description && { description }) },
  };
};

const openContent = (content: NonNullable<RawOperation['requestBody']>['content'], instant: string) =>
  Object.fromEntries(
    Object.entries(content).map(([mediaType, one]) => {
      const { examples: _examples, ...rest } = one;
      const example = sampleBody({ example: exampleOf(one), schema: one.schema }, { instant, id: () => '' });
      return [mediaType, { ...rest, ...(example !== undefined && { example }) }];
    }),
  );
