import { z } from 'zod';
import { CallbackEventType } from '../webhooks/events.ts';
import { ownWords, wordFilters } from '../sessions/metadata.ts';
import { endFilters } from '../sessions/outcome.ts';
import { sendCode } from '../sessions/participants.ts';
import { Contact } from '../shapes/contact/contact.ts';
import { reportRecipients } from '../sessions/report-recipients.ts';
import { CreateSessionBody } from '../sessions/sessions.ts';
import { ownTemplate } from '../sessions/templates.ts';
import { Id } from '../shapes/id.ts';
import { NoBody } from '../shapes/no-body.ts';
import { pageOf, pageQuery } from '../shapes/page.ts';
import { ProblemIssue } from '../shapes/problem.ts';
import { readPolicy, writePolicy } from '../laws/policy.ts';
import { VERSIONED_ROOT } from '../laws/roots.ts';
import { c } from '../route.ts';
import { pairs } from '../shapes/pairs.ts';
import { SessionReport } from '../evidence/reports.ts';
import { RequestMoreBody, RequestedMore } from './request-more.ts';
import { shots } from '../evidence/shots.ts';
import { Email, text } from '../shapes/text.ts';
import { Timestamp } from '../shapes/timestamp.ts';

/** The states of a session at the versioned root: pending until it has ended. */
export const INSPECTION_STATUSES = ['pending', 'completed', 'expired'] as const;

export const InspectionStatus = z
  .enum(INSPECTION_STATUSES)
  .meta({ id: 'InspectionStatus', description: 'pending: created, open or recording; completed: closed' });

/** A session as the versioned root shows it; the same as one of `/api/v1/public`. */
export const Inspection = z
  .object({
    id: Id,
    status: InspectionStatus,
    ...ownWords,
    shots,
    contact: Contact.nullable().meta({
      description: "Whom its field persons and signers turn to; null: the organisation's contact",
    }),
    report_recipients: reportRecipients,
    ...ownTemplate,
    expires_at: Timestamp.nullable().meta({ description: 'When the last invite expires; null without one' }),
    created_at: Timestamp,
    completed_at: Timestamp.nullable().meta({
      description: 'When the session ended; never null where status is completed',
    }),
    report: SessionReport.nullable().meta({
      description:
        'Its first report: ready once the PDF can be downloaded; null until its audit chain is frozen',
    }),
  })
  .meta({ id: 'Inspection', description: 'A session, as the versioned root shows it' });

export type Inspection = z.infer<typeof Inspection>;

/** A new session with its link, which is shown this once. */
export const CreatedInspection = z
  .object({
    id: Id,
    status: InspectionStatus,
    join_url: z.string().meta({
      description: 'The link for the participant; shown only here',
      example: 'https://example.com/join/019a9f6e-3c0a-7bd2-8c11-5d2f0f6d9a01#T1xJ0vFqWm3eYkZb8uRsAoC5h',
    }),
    expires_at: Timestamp.meta({ description: 'When the link expires' }),
  })
  .meta({ id: 'CreatedInspection', description: 'A new session with its link' });

/** Channels of the link and the code to the participant. */
export const PARTICIPANT_CHANNELS = ['sms', 'email'] as const;

const InspectionParticipant = z
  .strictObject({
    name: text(200).optional().meta({ description: 'First and last name', example: 'Ada Rossi' }),
    channel: z.enum(PARTICIPANT_CHANNELS).meta({
      description: 'sms wants a phone, email an e-mail address, and neither the other',
      example: 'sms',
    }),
    phone: text(32).optional().meta({
      description: 'With country code, for the channel sms alone',
      example: '+39 333 123 4567',
    }),
    email: Email.optional().meta({ description: 'For the channel email alone' }),
    send_code: sendCode.optional(),
  })
  .meta({ id: 'InspectionParticipant', description: 'Who is invited, and how' });

/** The body that creates a session and invites its participant. Every field is optional. */
export const CreateInspectionBody = CreateSessionBody.extend({
  participant: InspectionParticipant.optional().meta({
    description: 'Absent: nothing is sent, and the link alone lets in',
  }),
  callbacks: pairs(z.partialRecord(CallbackEventType, text(2048).min(1)), CallbackEventType.options.length)
    .optional()
    .meta({
      description:
        "https URLs by event type, for this session alone, signed with the organisation's callback secret; wants webhooks:write too",
      example: { 'session.completed': 'https://example.com/hooks/completed' },
    }),
}).meta({ id: 'CreateInspectionBody', description: 'The session to create, and whom to invite' });

/** The most sessions that one request creates. */
export const MAX_SESSIONS_AT_ONCE = 100;

/** The largest body that creates them: some 10 KiB for each. */
export const MAX_SESSIONS_JSON_BYTES = 1024 ** 2;

/** The body that creates many sessions and invites their participants. */
export const CreateInspectionsBody = z
  .strictObject({
    sessions: z
      .array(CreateInspectionBody)
      .min(1)
      .max(MAX_SESSIONS_AT_ONCE)
      .meta({
        description: 'Each as the body that creates one; at most 100',
        example: [{ reference: 'CLM-2026-00417' }, { reference: 'CLM-2026-00418' }],
      }),
  })
  .meta({ id: 'CreateInspectionsBody', description: 'The sessions to create, and whom to invite to each' });

/** Problem of an inspection in a batch: the refusal that its own call would have had. */
export const RowProblem = z
  .object({
    status: z.int().meta({ description: 'The HTTP status that the call of one has', example: 402 }),
    code: z.string().meta({
      description: 'What programs branch on: one of the codes of errors',
      example: 'billing.free_plan_minutes_exhausted',
    }),
    detail: z.string().meta({
      description: 'What went wrong and what to do',
      example: 'The plan free has 5 inspections and all are used. Change the plan.',
    }),
    errors: z.array(ProblemIssue).optional().meta({
      description: 'With validation_error; a path such as body.participant.phone is one of the row',
    }),
  })
  .meta({ id: 'RowProblem', description: 'Why a session of many was not created' });

export type RowProblem = z.infer<typeof RowProblem>;

/** A row for each session, in the order in which they were given. */
export const CreatedInspections = z
  .object({
    data: z
      .array(
        z
          .object({
            index: z.int().meta({ description: 'Its place in `sessions`, from 0', example: 0 }),
            inspection: CreatedInspection.nullable().meta({ description: 'Null where it was not created' }),
            problem: RowProblem.nullable().meta({ description: 'Null where it was created' }),
          })
          .meta({ id: 'InspectionRow', description: 'What became of one session of many' }),
      )
      .meta({ description: 'A row for each session that was sent, in their order' }),
  })
  .meta({ id: 'CreatedInspections', description: 'What became of each session, in the order given' });

export type CreatedInspections = z.infer<typeof CreatedInspections>;
export type InspectionRow = CreatedInspections['data'][number];

/** The filters of the list. */
export const ListInspectionsQuery = z.strictObject({
  ...pageQuery,
  status: InspectionStatus.optional().meta({ description: 'Only sessions in this state' }),
  ...wordFilters,
  ...endFilters,
});

const InspectionParams = z.object({ session_id: Id });

export const inspections = c.router(
  {
    create: {
      method: 'POST',
      path: '/sessions',
      summary: 'Create an inspection',
      description: 'A session and its invite in one call. Sends the link and the code by the channel, apart.',
      body: CreateInspectionBody.optional(),
      responses: { 201: CreatedInspection },
      metadata: writePolicy('sessions:write', [
        'billing.subscription_past_due',
        'billing.free_plan_minutes_exhausted',
      ]),
    },
    createMany: {
      method: 'POST',
      path: '/bulk/sessions',
      summary: 'Create many inspections',
      description:
        'Up to 100 sessions with their invites, each as the call of one creates it, and each for itself: one that is refused says why, and the others are created. One Idempotency-Key is for all: a repeat goes on where the first was cut, and creates nothing twice. It counts like so many requests, a repeat like one.',
      body: CreateInspectionsBody,
      responses: { 200: CreatedInspections },
      metadata: { ...writePolicy('sessions:write'), maxJsonBytes: MAX_SESSIONS_JSON_BYTES },
    },
    list: {
      method: 'GET',
      path: '/sessions',
      summary: 'List inspections',
      description:
        'Newest first, of both families, without links. Finds one by your own id, too: `reference`, or a pair of `metadata`.',
      query: ListInspectionsQuery,
      responses: { 200: pageOf('InspectionPage', Inspection) },
      metadata: readPolicy('sessions:read', ['invalid_cursor']),
    },
    get: {
      method: 'GET',
      path: '/sessions/:session_id',
      summary: 'Get an inspection',
      description: 'Without its link.',
      pathParams: InspectionParams,
      responses: { 200: Inspection },
      metadata: readPolicy('sessions:read'),
    },
    end: {
      method: 'DELETE',
      path: '/sessions/:session_id',
      summary: 'End an inspection',
      description:
        'Closes the session, sends `session.ended` and returns it. On one that has ended it answers 409.',
      pathParams: InspectionParams,
      body: NoBody,
      responses: { 200: Inspection },
      metadata: writePolicy('sessions:write', ['session.already_ended']),
    },
    requestMore: {
      method: 'POST',
      path: '/sessions/:session_id/request-more',
      summary: 'Ask for more',
      description:
        'Sends the link again, with what is missing: a new invite of the same person, with a link and a code of its own, under the limits of messages. It goes by e-mail, else by SMS; the labels are in the language of the session. `join_url` and `otp_code` are returned here and never again. Earlier links stay as they are.',
      pathParams: InspectionParams,
      body: RequestMoreBody.optional(),
      responses: { 201: RequestedMore },
      metadata: writePolicy('participants:write', [
        'session.already_ended',
        'session.invalid_state',
        'invite_expired',
      ]),
    },
  },
  { pathPrefix: VERSIONED_ROOT, strictStatusCodes: true },
);
