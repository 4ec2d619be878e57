import { STATUS_CODES } from 'node:http';
import { Bytes, policyOf, sayCaller, type RoutePolicy, type Route } from '@field-inspection/contract';
import type { z } from 'zod';
import { addExample } from '../examples/compose-example.ts';
import type { Components, JsonSchema } from '../schemas/components.ts';
import { describeFailures } from './describe-failures.ts';
import { OPERATION_STORIES } from '../examples/example-stories.ts';
import { DEPRECATION_HEADERS, headerRefs, RECEIPT_HEADERS, type HeaderName } from './headers.ts';
import { hoistSchema } from '../schemas/hoist-schema.ts';
import { operationIdOf, TAGS } from '../tags.ts';
import { parameterRef, type ParameterName } from './parameters.ts';
import { securityOf } from './security.ts';

export type BareOperation = {
  tags: [keyof typeof TAGS];
  parameters: JsonSchema[];
  requestBody?: JsonSchema;
  responses: Record<string, JsonSchema>;
};

export const describeOperation = (
  bare: BareOperation,
  { route, key }: { route: Route; key: string },
  components: Components,
): JsonSchema => {
  const policy = policyOf(route);
  const [resource] = bare.tags;
  const operation = { id: operationIdOf(resource, key), route, policy };
  return {
    operationId: operation.id,
    tags: [TAGS[resource].title],
    summary: route.summary,
    description: describeInWords(operation),
    ...(policy.deprecated && { deprecated: true }),
    security: securityOf(policy),
    parameters: [
      ...bare.parameters.map(describePairs).map(nameHeader),
      ...listReadHeaders(route).map(parameterRef),
    ],
    ...(policy.content && { requestBody: describeBytes(policy.content.types, components) }),
    ...(bare.requestBody && { requestBody: describeBody(bare.requestBody, operation, components) }),
    responses: {
      ...describeSuccesses(bare.responses, operation, components),
      ...describeFailures(route, components),
    },
  };
};

// Headers that the service reads without a schema of the contract.
const listReadHeaders = (route: Route): ParameterName[] => {
  const policy = policyOf(route);
  return [
    ...(policy.idempotent ? (['Idempotency-Key'] as const) : []),
    ...(policy.content ? (['Content-Digest'] as const) : []),
    ...('206' in route.responses ? (['Range'] as const) : []),
    ...('304' in route.responses ? (['If-None-Match'] as const) : []),
  ];
};

const describePairs = (parameter: JsonSchema): JsonSchema =>
  parameter['in'] === 'query' && (parameter['schema'] as JsonSchema | undefined)?.['type'] === 'object'
    ? { ...parameter, style: 'deepObject', explode: true }
    : parameter;

type Operation = { id: string; route: Route; policy: RoutePolicy };

const describeInWords = ({ route, policy: { scope, caller, deprecated } }: Operation) => {
  const refused = sayCaller(caller);
  return [
    route.description,
    ...(scope ? [`Scope: \`${scope}\`.`] : []),
    ...(refused ? [refused] : []),
    ...(deprecated
      ? [`Deprecated since ${deprecated.since}; may be gone from ${deprecated.sunset}: ${deprecated.link}`]
      : []),
  ].join('\n\n');
};

const describeBytes = (types: readonly string[], { schemas }: Components): JsonSchema => {
  const schema = hoistSchema(Bytes, 'input', schemas);
  return { required: true, content: Object.fromEntries(types.map((type) => [type, { schema }])) };
};

const describeBody = (
  requestBody: JsonSchema,
  { id, route }: Operation,
  components: Components,
): JsonSchema => ({
  required: !('body' in route && (route.body as z.ZodType).safeParse(undefined).success),
  content: addExample(
    requestBody['content'] as Record<string, JsonSchema>,
    { name: `${id}Body`, summary: String(route.summary), replace: OPERATION_STORIES[id]?.request },
    components,
  ),
});

const describeSuccesses = (
  responses: Record<string, JsonSchema>,
  { id, route, policy }: Operation,
  components: Components,
) => {
  const headers: HeaderName[] = [
    ...(policy.idempotent ? (['Idempotency-Key', 'Idempotent-Replayed'] as const) : []),
    ...(policy.receipt ? RECEIPT_HEADERS : []),
    ...(policy.etag ? (['ETag'] as const) : []),
    ...(policy.deprecated ? DEPRECATION_HEADERS : []),
  ];
  const telling = { name: id, summary: String(route.summary), merge: OPERATION_STORIES[id]?.response };
  return Object.fromEntries(
    Object.entries(responses).map(([status, { content, ...response }]) => [
      status,
      {
        ...response,
        description: STATUS_CODES[status],
        headers: headerRefs([
          ...headers,
          ...(status === '302' ? (['Location'] as const) : []),
          ...('304' in responses && status !== '302' ? (['ETag'] as const) : []),
        ]),
        ...(content !== undefined && {
          content: addExample(content as Record<string, JsonSchema>, telling, components),
        }),
      },
    ]),
  );
};

/** Written in capitals within a header's name. */
const ACRONYMS = new Set(['otp']);

/** The contract has a header's name as Node reads it, the document as people write it. */
const nameHeader = (parameter: JsonSchema): JsonSchema =>
  parameter['in'] === 'header'
    ? { ...parameter, name: String(parameter['name']).split('-').map(capitalize).join('-') }
    : parameter;

const capitalize = (word: string) =>
  ACRONYMS.has(word) ? word.toUpperCase() : word.charAt(0).toUpperCase() + word.slice(1);
