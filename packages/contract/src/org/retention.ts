import { z } from 'zod';
import { IfMatch } from '../shapes/if-match.ts';
import { readPolicy, writePolicy } from '../laws/policy.ts';
import { VERSIONED_ROOT } from '../laws/roots.ts';
import { c } from '../route.ts';
import { Timestamp } from '../shapes/timestamp.ts';

/**
 * The shortest time after its end that a policy may redact a session: what was captured can be fetched, and the events
 * of its end have been sent by then, a weekend included.
 */
export const MIN_RETENTION_DAYS = 7;

const MAX_RETENTION_DAYS = 36_500;

export const RetentionPolicy = z
  .object({
    session_days: z.int().nullable().meta({
      description: 'Days after its end after which a session is redacted; null: as long as the plan lets',
      example: 365,
    }),
    session_days_apply_from: Timestamp.nullable().meta({
      description: 'From when on `session_days` counts, a day after its last change; null without it',
      example: '2026-11-27T09:00:00.000Z',
    }),
    recording_days: z.int().nullable().meta({
      description:
        "Days after the session's end after which its recordings are erased; null: with the session",
      example: 90,
    }),
    recording_days_apply_from: Timestamp.nullable().meta({
      description: 'From when on `recording_days` counts, a day after its last change; null without it',
      example: '2026-11-27T09:00:00.000Z',
    }),
    message_days: z.int().nullable().meta({
      description:
        'Days after which an e-mail or SMS that was sent, stopped or given up is deleted; null: after `message_days_max`',
      example: 14,
    }),
    message_days_apply_from: Timestamp.nullable().meta({
      description: 'From when on `message_days` counts, a day after its last change; null without it',
      example: '2026-11-27T09:00:00.000Z',
    }),
    message_days_max: z
      .int()
      .meta({ description: 'Days that the service keeps messages at most', example: 30 }),
    plan_days: z.int().meta({
      description: 'Days after its end that the plan keeps a session at most',
      example: 3_650,
    }),
    plan_days_apply_from: Timestamp.nullable().meta({
      description:
        'From when on `plan_days` counts: 30 days after the service saw that the plan keeps sessions for so long at most. It looks once a day: null until it has seen it',
      example: '2026-12-26T09:00:00.000Z',
    }),
    version: z.int().meta({
      description: 'Counts the changes. The ETag is this number in quotes, as `"3"`',
      example: 3,
    }),
    updated_at: Timestamp.nullable().meta({ description: 'null before the first change' }),
  })
  .meta({ id: 'RetentionPolicy', description: 'How long what sessions hold of people is kept' });

export type RetentionPolicy = z.infer<typeof RetentionPolicy>;

/** Changes; an absent field stays. */
export const UpdateRetentionBody = z
  .strictObject({
    session_days: z.int().min(MIN_RETENTION_DAYS).max(MAX_RETENTION_DAYS).nullable().optional().meta({
      description: '7 to 36500, at most `plan_days`; null: as long as the plan lets',
      example: 365,
    }),
    recording_days: z.int().min(MIN_RETENTION_DAYS).max(MAX_RETENTION_DAYS).nullable().optional().meta({
      description: '7 to 36500; null: recordings go with their session',
      example: 90,
    }),
    message_days: z.int().min(MIN_RETENTION_DAYS).max(MAX_RETENTION_DAYS).nullable().optional().meta({
      description: '7 to 36500, at most `message_days_max`; null: as long as the service keeps messages',
      example: 14,
    }),
  })
  .meta({ id: 'UpdateRetentionBody', description: 'What changes; what is left out stays' });

export const retention = c.router(
  {
    get: {
      method: 'GET',
      path: '/org/retention',
      summary: 'Get the retention policy',
      description: 'With what the plan lets at most. Its ETag goes back as `If-Match` with a change.',
      responses: { 200: RetentionPolicy },
      metadata: { ...readPolicy('org:read'), etag: true },
    },
    update: {
      method: 'PATCH',
      path: '/org/retention',
      summary: 'Change the retention policy',
      description:
        'Once a day each session that ended longer ago than `session_days` is redacted, which can not be undone; one under a legal hold is not. Of sessions that stay, recordings are erased after `recording_days`; messages go after `message_days`. A change counts a day later, so that a slip can be taken back. With `If-Match` it is changed only as long as nobody has changed it since.',
      headers: { 'if-match': IfMatch },
      body: UpdateRetentionBody,
      responses: { 200: RetentionPolicy },
      metadata: {
        ...writePolicy('retention:write', ['precondition_failed', 'retention.limit']),
        etag: true,
      },
    },
  },
  { pathPrefix: VERSIONED_ROOT, strictStatusCodes: true },
);
