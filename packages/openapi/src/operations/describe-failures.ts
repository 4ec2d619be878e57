import {
  ERROR_NOTES,
  ERRORS,
  errorCodesOf,
  InviteExpiredProblem,
  OtpInvalidProblem,
  OtpRequiredProblem,
  policyOf,
  Problem,
  type ErrorCode,
  type Route,
} from '@field-inspection/contract';
import type { z } from 'zod';
import type { Components, JsonSchema, NamedSchemas } from '../schemas/components.ts';
import { DEPRECATION_HEADERS, headerRefs, type HeaderName } from './headers.ts';
import { hoistSchema } from '../schemas/hoist-schema.ts';
import { describeProblemExample } from '../examples/problem-examples.ts';

/** Gives pointers by status. A response is named after its codes, so that routes with the same failures share it. */
export const describeFailures = (route: Route, components: Components): Record<string, { $ref: string }> =>
  describeCodes(errorCodesOf(route), components, { isDeprecated: policyOf(route).deprecated !== undefined });

export const describeCodes = (
  all: readonly ErrorCode[],
  components: Components,
  { isDeprecated = false } = {},
): Record<string, { $ref: string }> => {
  const byStatus = Map.groupBy(all, (code) => ERRORS[code].status);
  const refs = [...byStatus].map(([status, codes]) => {
    const name = [...codes, ...(isDeprecated ? ['deprecated'] : [])].join('-');
    const headers = [...listHeaders(codes, status), ...(isDeprecated ? DEPRECATION_HEADERS : [])];
    components.responses.set(name, describeResponse(codes, headers, components));
    return [status, { $ref: `#/components/responses/${name}` }];
  });
  return Object.fromEntries(refs);
};

const describeResponse = (
  codes: ErrorCode[],
  headers: HeaderName[],
  { schemas, examples }: Components,
): JsonSchema => {
  for (const code of codes) examples.set(code, describeProblemExample(code));
  const refs = codes.map((code) => [code, { $ref: `#/components/examples/${code}` }]);
  return {
    description: codes.map(describeCode).join(' '),
    headers: headerRefs(headers),
    content: {
      'application/problem+json': { schema: bodyOf(codes, schemas), examples: Object.fromEntries(refs) },
    },
  };
};

const describeCode = (code: ErrorCode): string => {
  const note = ERROR_NOTES[code];
  return `\`${code}\`: ${ERRORS[code].title}.${note ? ` ${note}` : ''}`;
};

const listHeaders = (codes: ErrorCode[], status: number): HeaderName[] => [
  ...(codes.some(saysWhenToRetry) ? (['Retry-After'] as const) : []),
  ...(status === 401 ? (['WWW-Authenticate'] as const) : []),
];

const saysWhenToRetry = (code: ErrorCode) =>
  code === 'rate_limited' || code === 'unavailable' || code === 'idempotency_in_flight';

const RICHER_BODIES: Partial<Record<ErrorCode, z.ZodType>> = {
  otp_required: OtpRequiredProblem,
  otp_invalid: OtpInvalidProblem,
  invite_expired: InviteExpiredProblem,
};

const bodyOf = (codes: ErrorCode[], schemas: NamedSchemas): JsonSchema => {
  const bodies = new Set(codes.map((code) => RICHER_BODIES[code] ?? Problem));
  const refs = [...bodies].map((body) => hoistSchema(body, 'output', schemas));
  const [only] = refs;
  // anyOf, since a richer body is a Problem, too, and oneOf would refuse it.
  return refs.length === 1 && only ? only : { anyOf: refs };
};
