import { z } from 'zod';
import { ERROR_CODES } from './errors.ts';
import { ISSUE_CODES, type IssueCode } from './issues/issue-codes.ts';

const Code = z
  .enum(ERROR_CODES)
  .meta({ id: 'ErrorCode', description: 'What programs branch on: stable, and one per cause' });

const IssueCodeName = z.enum(Object.keys(ISSUE_CODES) as [IssueCode, ...IssueCode[]]).meta({
  id: 'IssueCode',
  description: 'The kind of fault: stable, from a list that may grow',
  example: 'too_big',
});

/** A part of a request that is not valid. */
export const ProblemIssue = z
  .object({
    path: z.string().meta({
      description: 'Where: body.notes, query.limit, header.idempotency-key',
      example: 'body.notes',
    }),
    code: IssueCodeName,
    message: z.string().meta({
      description: 'What is wrong, for people',
      example: 'must have at most 4000 characters',
    }),
  })
  .meta({ id: 'ProblemIssue', description: 'One part of the request that is not valid' });

/**
 * The body of every failure: `application/problem+json` (RFC 9457) with a `code` and a `request_id`.
 * `errors` names each part of the request that is not valid.
 */
export const Problem = z
  .looseObject({
    type: z.string().meta({
      description: "The code's anchor in the error reference",
      example: 'https://example.com/docs/errors#validation_error',
    }),
    title: z.string().meta({
      description: 'The code in words; the same for each failure of it',
      example: 'The request is not valid',
    }),
    status: z.int().meta({ description: 'The HTTP status', example: 400 }),
    detail: z.string().meta({
      description: 'What went wrong and what to do. In join errors: the code itself',
      example: 'body.notes: must have at most 4000 characters',
    }),
    code: Code,
    request_id: z.string().meta({
      description: 'The same as in the header Request-Id; quote it to support',
      example: 'req_019a9f6e3c0a7bd28c115d2f0f6d9a01',
    }),
    errors: z.array(ProblemIssue).optional().meta({ description: 'With validation_error' }),
  })
  .meta({ id: 'Problem', description: 'A failure (RFC 9457)' });

/** The ways that a one-time code takes, and every other message. */
export const CodeChannel = z
  .enum(['email', 'sms'])
  .meta({ id: 'CodeChannel', description: 'A way that a one-time code takes, and every other message' });

/** 401 `otp_required`: show the form for the code. The channels say where the code was sent, masked. */
export const OtpRequiredProblem = Problem.extend({
  channels: z.array(CodeChannel).meta({
    description: 'Where the code was sent; empty while no message carries one, by `send_code: false`',
  }),
  channel_hint_email: z
    .string()
    .nullable()
    .meta({ description: 'Masked; null when no e-mail was sent', example: 'a•••@e•••.com' }),
  channel_hint_phone: z
    .string()
    .nullable()
    .meta({ description: 'Masked; null when no SMS was sent', example: '+39 ••• ••67' }),
}).meta({ id: 'OtpRequiredProblem', description: 'The one-time code is required' });

/** 401 `otp_invalid`: the code was wrong; after 5 wrong codes the invite is locked. */
export const OtpInvalidProblem = Problem.extend({
  attempts_remaining: z
    .int()
    .meta({ description: 'Wrong codes left before the invite is locked', example: 4 }),
}).meta({ id: 'OtpInvalidProblem', description: 'The one-time code was wrong' });

/** 410 `invite_expired`: of the join, it says whether the session is over. */
export const InviteExpiredProblem = Problem.extend({
  session_ended: z.boolean().optional().meta({
    description:
      'Of the join: the session is over, and no other link leads into it. Not told by a link that was replaced or revoked',
    example: true,
  }),
}).meta({ id: 'InviteExpiredProblem', description: 'The invite is no longer valid' });

export type Problem = z.infer<typeof Problem>;
