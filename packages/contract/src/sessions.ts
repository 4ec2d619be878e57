import { initContract } from '@ts-rest/core';
import { z } from 'zod';
import { Id } from './id.ts';
import { LocaleInput } from './locale.ts';
import { MediaConnection } from './media-connection.ts';
import { NoBody } from './no-body.ts';
import { pageOf, pageQuery } from './page.ts';
import { readPolicy, writePolicy } from './policy.ts';
import { PUBLIC_ROOT } from './roots.ts';
import { Session, SessionStatus } from './session.ts';
import { text } from './text.ts';
import { Timestamp } from './timestamp.ts';

const c = initContract();

const notes = text(4000).meta({
  description: 'Visible to the operator; shown in invite e-mails. At most 4 000 characters',
  example: 'Roof, north side',
});
const campaign = Id.meta({ description: 'A campaign of the organisation' });

/** The body that creates a session (specification 4.1). Every field is optional. */
export const CreateSessionBody = z
  .strictObject({
    notes: notes.optional(),
    scheduled_for: Timestamp.nullish().meta({ description: 'In the future; omit to start now' }),
    locale: LocaleInput.optional().meta({ description: "Default: the organisation's" }),
    campaign: campaign.nullish(),
  })
  .meta({ id: 'CreateSessionBody', description: 'The session to create' });

/** The body that changes a session until it is closed; what is absent stays. */
export const UpdateSessionBody = z
  .strictObject({
    notes: notes.optional(),
    scheduled_for: Timestamp.nullable().optional().meta({ description: 'Moves the reminders; null: now' }),
    locale: LocaleInput.optional(),
    campaign: campaign.nullable().optional(),
  })
  .meta({ id: 'UpdateSessionBody', description: 'What to change; what is absent stays' });

/** The filters of the list of sessions; those given must all hold. */
export const ListSessionsQuery = z.strictObject({
  ...pageQuery,
  status: SessionStatus.optional().meta({ description: 'Only sessions in this state' }),
  campaign: Id.optional().meta({ description: 'Only sessions of this campaign' }),
  created_after: Timestamp.optional().meta({ description: 'Created at this instant or later' }),
  created_before: Timestamp.optional().meta({ description: 'Created before this instant' }),
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
      description: 'Newest first.',
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
        'Closes the session and freezes its audit chain. On a closed session it returns the same again.',
      pathParams: SessionParams,
      body: NoBody,
      responses: { 200: Session },
      metadata: writePolicy('sessions:write', ['session.already_ended']),
    },
    startRecording: {
      method: 'POST',
      path: '/sessions/:session_id/recording',
      summary: 'Start the recording',
      description: 'The session must be open.',
      pathParams: SessionParams,
      body: NoBody,
      responses: { 200: Session },
      metadata: writePolicy('sessions:write', ['session.already_ended', 'session.invalid_state']),
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
