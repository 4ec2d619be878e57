import { STATUS_CODES } from 'node:http';
import { policyOf } from '@field-inspection/contract';
import type { AppRoute } from '@ts-rest/core';
import type { z } from 'zod';
import { describeFailures, type NamedResponses } from './describe-failures.ts';
import { headerRefs } from './headers.ts';
import type { JsonSchema, NamedSchemas } from './json-schema.ts';
import { operationIdOf } from './operation-id-of.ts';
import { parameterRef } from './parameters.ts';
import { securityOf } from './security.ts';
import { TAGS } from './tags.ts';

/** An operation as ts-rest emits it from a route: parameters, body and successes, tagged by its resource. */
export type BareOperation = {
  tags: [keyof typeof TAGS];
  parameters: JsonSchema[];
  requestBody?: JsonSchema;
  responses: Record<string, JsonSchema>;
};

/** What the route's policy adds to its bare operation: id, tag, security, headers and failures. */
export const describeOperation = (
  bare: BareOperation,
  { route, key }: { route: AppRoute; key: string },
  components: { schemas: NamedSchemas; responses: NamedResponses },
): JsonSchema => {
  const policy = policyOf(route);
  const [resource] = bare.tags;
  return {
    operationId: operationIdOf(resource, key),
    tags: [TAGS[resource].title],
    summary: route.summary,
    description: policy.scope ? `${route.description}\n\nScope: \`${policy.scope}\`.` : route.description,
    security: securityOf(policy),
    parameters: [...bare.parameters, ...(policy.idempotent ? [parameterRef('Idempotency-Key')] : [])],
    ...(bare.requestBody && { requestBody: describeBody(bare.requestBody, route) }),
    responses: { ...describeSuccesses(bare.responses, route), ...describeFailures(route, components) },
  };
};

const describeBody = (requestBody: JsonSchema, route: AppRoute): JsonSchema => ({
  required: !('body' in route && (route.body as z.ZodType).safeParse(undefined).success),
  content: requestBody['content'],
});

const describeSuccesses = (responses: Record<string, JsonSchema>, route: AppRoute) =>
  Object.fromEntries(
    Object.entries(responses).map(([status, response]) => [
      status,
      {
        ...response,
        description: STATUS_CODES[status],
        headers: headerRefs(policyOf(route).idempotent ? ['Idempotency-Key', 'Idempotent-Replayed'] : []),
      },
    ]),
  );
