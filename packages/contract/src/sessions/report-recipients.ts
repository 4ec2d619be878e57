import { z } from 'zod';
import { Email, personName } from '../shapes/text.ts';

const EXAMPLE = { name: 'Eva Brandt', email: 'eva.brandt@example.com' };

/** The most recipients that a session's report has. */
const MAX_RECIPIENTS = 10;

/** Somebody to whom a session's report is sent, as bodies show them. */
export const ReportRecipient = z
  .object({
    name: z.string().meta({ description: 'As the e-mail greets them', example: EXAMPLE.name }),
    email: z.string().meta({ description: 'Where the link and the code go', example: EXAMPLE.email }),
  })
  .meta({ id: 'ReportRecipient', description: 'To whom the report is sent', example: EXAMPLE });

export type ReportRecipient = z.infer<typeof ReportRecipient>;

/** Recipients of a session's report, as bodies show them. */
export const reportRecipients = z.array(ReportRecipient).meta({
  description: 'To whom a link to the report is sent once it is ready; empty: to nobody',
  example: [],
});

/** Recipient of a session's report, as bodies give it. */
export const ReportRecipientInput = z
  .strictObject({
    name: personName(100).meta({ description: 'Up to 100 characters', example: EXAMPLE.name }),
    email: Email.meta({ description: 'Where the link and the code go', example: EXAMPLE.email }),
  })
  .meta({ id: 'ReportRecipientInput', description: 'To whom to send the report', example: EXAMPLE });

/**
 * Recipients of a session's report, as bodies give them: at most 10, each with a name and an e-mail address of their
 * own.
 *
 * @example
 * GivenRecipients.parse([{ name: 'Eva Brandt', email: 'eva.brandt@example.com' }]);
 */
export const GivenRecipients = z
  .array(ReportRecipientInput)
  .max(MAX_RECIPIENTS)
  .meta({
    description:
      'Each gets an e-mail with a link to the report once it is ready; the link wants a code that is sent to the same address. Each address once, at most 10',
    example: [EXAMPLE],
  });

export type GivenRecipients = z.output<typeof GivenRecipients>;
