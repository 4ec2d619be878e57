import { z } from 'zod';
import { readPolicy, writePolicy } from '../laws/policy.ts';
import { VERSIONED_ROOT } from '../laws/roots.ts';
import { c } from '../route.ts';
import { ReportRecipient, ReportRecipientInput } from './report-recipients.ts';
import { Id } from '../shapes/id.ts';
import { LocaleInput } from '../shapes/locale.ts';
import { NoBody } from '../shapes/no-body.ts';
import { pageOf, pageQuery } from '../shapes/page.ts';
import { Timestamp } from '../shapes/timestamp.ts';

/** States of a recipient's link to a report. */
export const RECIPIENT_STATUSES = ['sent', 'opened', 'locked', 'expired', 'revoked'] as const;

/** State of a recipient's link to a report, as bodies write it. */
export const RecipientStatus = z.enum(RECIPIENT_STATUSES).meta({
  id: 'RecipientStatus',
  description:
    'sent: on its way, or there; opened: the right code was shown at least once; locked: by five wrong codes; expired: after 14 days; revoked: for good',
  example: 'opened',
});

export type RecipientStatus = z.infer<typeof RecipientStatus>;

/** Person with a link of their own to a session's report. */
export const Recipient = z
  .object({
    id: Id,
    session: Id,
    ...ReportRecipient.shape,
    status: RecipientStatus,
    opened_at: Timestamp.nullable().meta({ description: 'When the right code was first shown' }),
    expires_at: Timestamp.meta({ description: '14 days after the link was sent' }),
    created_at: Timestamp,
  })
  .meta({ id: 'Recipient', description: 'Who has a link of their own to the report' });

export type Recipient = z.infer<typeof Recipient>;

export const CreateRecipientBody = z
  .strictObject({
    ...ReportRecipientInput.shape,
    locale: LocaleInput.optional().meta({
      description: "Of the e-mail and the page; the session's unless given",
      example: 'de',
    }),
  })
  .meta({ id: 'CreateRecipientBody', description: 'To whom to send the report' });

const SessionParams = z.object({ session_id: Id });
const RecipientParams = z.object({ session_id: Id, recipient_id: Id });

export const recipients = c.router(
  {
    list: {
      method: 'GET',
      path: '/evidence/:session_id/recipients',
      summary: "List the recipients of a session's report",
      description: 'Who has or had a link to it, newest first, without the links.',
      pathParams: SessionParams,
      query: z.strictObject(pageQuery),
      responses: { 200: pageOf('RecipientPage', Recipient) },
      metadata: readPolicy('evidence:read', ['invalid_cursor']),
    },
    create: {
      method: 'POST',
      path: '/evidence/:session_id/recipients',
      summary: 'Send the report to somebody',
      description:
        'Once a report is ready. They get an e-mail with a link of their own; the link wants a code that is sent to the same address. At most 50 a session, those that were revoked included.',
      pathParams: SessionParams,
      body: CreateRecipientBody,
      responses: { 201: Recipient },
      metadata: writePolicy('reports:write', [
        'evidence_not_ready',
        'session.invalid_state',
        'session.redacted',
      ]),
    },
    reissue: {
      method: 'POST',
      path: '/evidence/:session_id/recipients/:recipient_id/reissue',
      summary: 'Send the report again',
      description:
        'By a new link for 14 days, which is unlocked. The earlier link and what it opened are dead.',
      pathParams: RecipientParams,
      body: NoBody,
      responses: { 200: Recipient },
      metadata: writePolicy('reports:write', ['session.invalid_state', 'session.redacted']),
    },
    revoke: {
      method: 'DELETE',
      path: '/evidence/:session_id/recipients/:recipient_id',
      summary: 'Withdraw the report from somebody',
      description:
        'Their link, its code and what they opened are dead, and an e-mail that was not sent yet is not. Repeating it changes nothing.',
      pathParams: RecipientParams,
      body: NoBody,
      responses: { 204: c.noBody() },
      metadata: writePolicy('reports:write'),
    },
  },
  { pathPrefix: VERSIONED_ROOT, strictStatusCodes: true },
);
