import { z } from 'zod';
import { Id } from '../shapes/id.ts';
import { Locale, LocaleInput } from '../shapes/locale.ts';
import { ConsentState } from './consents.ts';
import { Contact, GivenContact } from '../shapes/contact/contact.ts';
import { MediaConnection } from './media-connection.ts';
import { givenWords, MetadataChanges, ownWords, wordFilters } from './metadata.ts';
import { NoBody } from '../shapes/no-body.ts';
import { endFilters, SessionOutcome, SetOutcomeBody } from './outcome.ts';
import { pageOf, pageQuery } from '../shapes/page.ts';
import { readPolicy, writePolicy } from '../laws/policy.ts';
import { PUBLIC_ROOT } from '../laws/roots.ts';
import { c } from '../route.ts';
import { SESSION_STATUSES } from '../vocabulary.ts';
import { SessionReport } from '../evidence/reports.ts';
import { GivenShots, shots } from '../evidence/shots.ts';
import { HoldSessionBody, RedactSessionBody } from './redaction.ts';
import { GivenRecipients, reportRecipients } from './report-recipients.ts';
import { ownTemplate } from './templates.ts';
import { text } from '../shapes/text.ts';
import { Timestamp } from '../shapes/timestamp.ts';

export type SessionStatus = (typeof SESSION_STATUSES)[number];

export const SessionStatus = z
  .enum(SESSION_STATUSES)
  .meta({ id: 'SessionStatus', description: 'created → open ⇄ recording → closed; or expired' });

/** Session, as the public API shows it. */
export const Session = z
  .object({
    id: Id,
    status: SessionStatus,
    operator_email: z.string().meta({
      description: 'E-mail of the operator',
      format: 'email',
      example: 'operator@example.com',
    }),
    scheduled_for: Timestamp.nullable().meta({
      description: 'When it is planned for: in the future, and before the year 9999; null: now',
    }),
    started_at: Timestamp.nullable().meta({ description: 'When the field person joined' }),
    ended_at: Timestamp.nullable().meta({ description: 'When the session ended' }),
    notes: z
      .string()
      .meta({ description: 'Visible to the operator; shown in invite e-mails', example: 'Roof, north side' }),
    ...ownWords,
    shots,
    contact: Contact.nullable().meta({
      description: "Whom its field persons and signers turn to; null: the organisation's contact",
    }),
    report_recipients: reportRecipients,
    locale: Locale,
    consent_state: ConsentState,
    unsent_items: z.int().meta({
      description:
        'What the devices of its participants hold that is not stored yet, as they said last; 0 while none has said so. Ask before you end it: what is not stored by then stays outside',
      example: 0,
    }),
    campaign: Id.nullable().meta({ description: 'The campaign it belongs to' }),
    ...ownTemplate,
    outcome: SessionOutcome.nullable().meta({
      description: 'What it came to; null until an operator says it',
    }),
    report: SessionReport.nullable().meta({
      description:
        'Its first report: ready once the PDF can be downloaded; null until its audit chain is frozen',
    }),
    on_hold: z.boolean().meta({
      description: 'Under a legal hold: nothing of it is erased, by nobody',
      example: false,
    }),
    redacted_at: Timestamp.nullable().meta({
      description: 'Since when its personal data is erased; its hashes and its audit chain stay',
    }),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'Session', description: 'One inspection' });

export type Session = z.infer<typeof Session>;

const notes = text(4000).meta({
  description: 'Visible to the operator; shown in invite e-mails. At most 4 000 characters',
  example: 'Roof, north side',
});
const campaign = Id.meta({ description: 'A campaign of the organisation' });

/** The body that creates a session. Every field is optional. */
export const CreateSessionBody = z
  .strictObject({
    notes: notes.optional(),
    ...givenWords,
    shots: GivenShots.optional().meta({
      description:
        'What to ask for, in its order; default: what the template asks for, else the campaign. At most 50',
    }),
    contact: GivenContact.nullish().meta({
      description: "Whom field persons and signers turn to; null: the organisation's contact",
    }),
    report_recipients: GivenRecipients.optional(),
    scheduled_for: Timestamp.nullish().meta({ description: 'In the future; omit to start now' }),
    locale: LocaleInput.optional().meta({ description: "Default: the organisation's" }),
    campaign: campaign.nullish().meta({ description: 'A campaign of the organisation; null for none' }),
    template: Id.nullish().meta({
      description:
        'A template of the organisation: the session takes what its newest version has, and what this body has in its place; null for none',
    }),
  })
  .meta({ id: 'CreateSessionBody', description: 'The session to create' });

/** Body that changes a session until it is closed: the fields that create it; an absent one stays. */
export const UpdateSessionBody = CreateSessionBody.omit({ template: true })
  .extend({
    metadata: MetadataChanges.optional(),
    scheduled_for: Timestamp.nullish().meta({
      description: 'Moves the reminders, and has links outlast it; null: now',
    }),
    locale: LocaleInput.optional(),
    shots: GivenShots.optional().meta({ description: 'Takes the place of all that were asked for' }),
    report_recipients: GivenRecipients.optional().meta({
      description: 'Takes the place of all that were named; at most 10',
    }),
  })
  .meta({ id: 'UpdateSessionBody', description: 'What to change; what is absent stays' });

/** The filters of the list of sessions; those given must all hold. */
export const ListSessionsQuery = z.strictObject({
  ...pageQuery,
  status: SessionStatus.optional().meta({ description: 'Only sessions in this state' }),
  campaign: Id.optional().meta({ description: 'Only sessions of this campaign' }),
  ...wordFilters,
  created_after: Timestamp.optional().meta({ description: 'Created at this instant or later' }),
  created_before: Timestamp.optional().meta({ description: 'Created before this instant' }),
  scheduled_after: Timestamp.optional().meta({ description: 'Scheduled for this instant or later' }),
  scheduled_before: Timestamp.optional().meta({ description: 'Scheduled for before this instant' }),
  live: z.enum(['true', 'false']).optional().meta({
    description: 'true: only sessions of which a field person’s device is connected now; false: the others',
    // Text arrives in a query; the document says boolean.
    type: 'boolean',
    enum: undefined,
    example: true,
  }),
  ...endFilters,
});

const SessionParams = z.object({ session_id: Id });

export const sessions = c.router(
  {
    create: {
      method: 'POST',
      path: '/sessions',
      summary: 'Create a session',
      description: 'Counts against the inspections of the Free and Pilot plans. Sends `session.created`.',
      body: CreateSessionBody.optional(),
      responses: { 201: Session },
      metadata: writePolicy('sessions:write', [
        'billing.subscription_past_due',
        'billing.free_plan_minutes_exhausted',
      ]),
    },
    list: {
      method: 'GET',
      path: '/sessions',
      summary: 'List sessions',
      description: 'Newest first. Finds a session by your own id, too: `reference`, or a pair of `metadata`.',
      query: ListSessionsQuery,
      responses: { 200: pageOf('SessionPage', Session) },
      metadata: readPolicy('sessions:read', ['invalid_cursor']),
    },
    get: {
      method: 'GET',
      path: '/sessions/:session_id',
      summary: 'Get a session',
      description: 'Returns the session as it is now.',
      pathParams: SessionParams,
      responses: { 200: Session },
      metadata: readPolicy('sessions:read'),
    },
    update: {
      method: 'PATCH',
      path: '/sessions/:session_id',
      summary: 'Change a session',
      description: 'Until it is closed. Moving `scheduled_for` moves the reminders.',
      pathParams: SessionParams,
      body: UpdateSessionBody,
      responses: { 200: Session },
      metadata: writePolicy('sessions:write', ['session.already_ended', 'session.invalid_state']),
    },
    end: {
      method: 'POST',
      path: '/sessions/:session_id/end',
      summary: 'End a session',
      description:
        'Closes the session and sends `session.ended`. Its audit chain is frozen at once when no upload is under way, else when the last of them has ended, after a minute at the latest. A recording that goes on is kept as far as it has come by then, and processed. On a closed session it returns the same again.',
      pathParams: SessionParams,
      body: NoBody,
      responses: { 200: Session },
      metadata: writePolicy('sessions:write', ['session.already_ended']),
    },
    setOutcome: {
      method: 'POST',
      path: '/sessions/:session_id/outcome',
      summary: 'Say what a session came to',
      description:
        'Of a closed session. It stands in the addenda, and sends `session.outcome`. It may be said again: the last one counts.',
      pathParams: SessionParams,
      body: SetOutcomeBody,
      responses: { 200: Session },
      metadata: writePolicy('sessions:write', ['session.invalid_state', 'session.redacted']),
    },
    startRecording: {
      method: 'POST',
      path: '/sessions/:session_id/recording',
      summary: 'Start the recording',
      description:
        'The session must be open, and everybody who is in must have granted `recording`: who joined and has neither left nor been revoked. It stops by itself when one of them withdraws that, or when somebody comes in who has not granted it. The bytes come from the recorder, which begins their upload now and feeds it: `openRecordings` of `@field-inspection/sdk/field`.',
      pathParams: SessionParams,
      body: NoBody,
      responses: { 200: Session },
      metadata: writePolicy('sessions:write', [
        'session.already_ended',
        'session.invalid_state',
        'consent_required',
      ]),
    },
    stopRecording: {
      method: 'DELETE',
      path: '/sessions/:session_id/recording',
      summary: 'Stop the recording',
      description: 'The session must be recording; it is open again afterwards.',
      pathParams: SessionParams,
      body: NoBody,
      responses: { 200: Session },
      metadata: writePolicy('sessions:write', ['session.already_ended', 'session.invalid_state']),
    },
    redact: {
      method: 'POST',
      path: '/sessions/:session_id/redact',
      summary: 'Erase what a session holds of people',
      description:
        'Files, names, addresses, notes, places, messages and texts of events go, within seconds as a rule; `session.redacted` tells when all of it is gone. Hashes and the audit chain stay, and the addenda say what went. It can not be undone. The session has ended and its chain is frozen; on a redacted session it returns the same again.',
      pathParams: SessionParams,
      body: RedactSessionBody.optional(),
      responses: { 202: Session },
      metadata: writePolicy('retention:write', ['session.invalid_state', 'session.on_hold']),
    },
    hold: {
      method: 'PUT',
      path: '/sessions/:session_id/hold',
      summary: 'Put a session under a legal hold',
      description: 'Nothing of it is erased until it is released. Repeating it changes nothing.',
      pathParams: SessionParams,
      body: HoldSessionBody,
      responses: { 200: Session },
      metadata: writePolicy('retention:write', ['session.redacted']),
    },
    release: {
      method: 'DELETE',
      path: '/sessions/:session_id/hold',
      summary: 'Release a session from its legal hold',
      description: 'It may be redacted again. On a session that is not held it changes nothing.',
      pathParams: SessionParams,
      body: NoBody,
      responses: { 200: Session },
      metadata: writePolicy('retention:write'),
    },
    createMediaConnection: {
      method: 'POST',
      path: '/sessions/:session_id/media',
      summary: "Get the operator's media connection",
      description: 'What the operator needs to see and hear the field person, until the session ends.',
      pathParams: SessionParams,
      body: NoBody,
      responses: { 201: MediaConnection },
      metadata: writePolicy('sessions:write', ['session.already_ended']),
    },
  },
  { pathPrefix: PUBLIC_ROOT, strictStatusCodes: true },
);
