import {
  ERRORS,
  errorCodesOf,
  OtpInvalidProblem,
  OtpRequiredProblem,
  Problem,
  type ErrorCode,
} from '@field-inspection/contract';
import type { AppRoute } from '@ts-rest/core';
import type { z } from 'zod';
import { headerRefs } from './headers.ts';
import { hoistSchema } from './hoist-schema.ts';
import type { JsonSchema, NamedSchemas } from './json-schema.ts';

/** The document's `components.responses` while it is being built. */
export type NamedResponses = Map<string, JsonSchema>;

/**
 * The failures of a route by status, as pointers. A response is named after its codes, so that routes
 * that fail in the same way share it.
 */
export const describeFailures = (
  route: AppRoute,
  components: { schemas: NamedSchemas; responses: NamedResponses },
): Record<string, { $ref: string }> => {
  const byStatus = Map.groupBy(errorCodesOf(route), (code) => ERRORS[code].status);
  const refs = [...byStatus].map(([status, codes]) => {
    const name = codes.join('-');
    components.responses.set(name, describeResponse(codes, components.schemas));
    return [status, { $ref: `#/components/responses/${name}` }];
  });
  return Object.fromEntries(refs);
};

const describeResponse = (codes: ErrorCode[], schemas: NamedSchemas): JsonSchema => ({
  description: codes.map((code) => `\`${code}\`: ${ERRORS[code].title}.`).join(' '),
  headers: headerRefs(codes.some(saysWhenToRetry) ? ['Retry-After'] : []),
  content: { 'application/problem+json': { schema: bodyOf(codes, schemas) } },
});

const saysWhenToRetry = (code: ErrorCode) =>
  code === 'rate_limited' || code === 'unavailable' || code === 'idempotency_in_flight';

const RICHER_BODIES: Partial<Record<ErrorCode, z.ZodType>> = {
  otp_required: OtpRequiredProblem,
  otp_invalid: OtpInvalidProblem,
};

const bodyOf = (codes: ErrorCode[], schemas: NamedSchemas): JsonSchema => {
  const bodies = new Set(codes.map((code) => RICHER_BODIES[code] ?? Problem));
  const refs = [...bodies].map((body) => hoistSchema(body, 'output', schemas));
  const [only] = refs;
  // anyOf: a richer body is a Problem too, so oneOf would refuse it.
  return refs.length === 1 && only ? only : { anyOf: refs };
};
