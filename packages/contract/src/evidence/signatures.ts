import { z } from 'zod';
import { Id } from '../shapes/id.ts';
import { Locale, LocaleInput } from '../shapes/locale.ts';
import { NoBody } from '../shapes/no-body.ts';
import { pageOf, pageQuery } from '../shapes/page.ts';
import { readPolicy, writePolicy } from '../laws/policy.ts';
import { VERSIONED_ROOT } from '../laws/roots.ts';
import { c } from '../route.ts';
import { Email, personName, text } from '../shapes/text.ts';
import { Timestamp } from '../shapes/timestamp.ts';

/** States of a signature: from `pending` by way of `signing` to `signed`, or to another end. */
export const SIGNATURE_STATUSES = [
  'pending',
  'signing',
  'signed',
  'declined',
  'cancelled',
  'expired',
  'failed',
] as const;

export const SignatureStatus = z.enum(SIGNATURE_STATUSES).meta({
  id: 'SignatureStatus',
  description: 'signing: the signer is at it, for 10 minutes at most; signed: it is in the PDF',
});

/** Levels of a signature by Regulation (EU) 910/2014, from the least. */
export const SIGNATURE_LEVELS = ['SES', 'AES', 'QES'] as const;

/** The level of a signature, as bodies write it. */
export const SignatureLevel = z.enum(SIGNATURE_LEVELS).meta({
  id: 'SignatureLevel',
  description: 'SES: simple; AES: advanced; QES: qualified (Regulation (EU) 910/2014)',
  example: 'SES',
});

/** Holders of the signers' keys: the demo signer of demo mode, or a remote one that speaks the CSC API. */
export const SIGNATURE_PROVIDERS = ['demo', 'csc'] as const;

/** The provider of a signature, as bodies write it. */
export const SignatureProvider = z.enum(SIGNATURE_PROVIDERS).meta({
  id: 'SignatureProvider',
  description: 'demo: of demo mode, proves nothing; csc: the remote one that the service is configured with',
  example: 'csc',
});

export type SignatureStatus = z.infer<typeof SignatureStatus>;
export type SignatureLevel = z.infer<typeof SignatureLevel>;
export type SignatureProvider = z.infer<typeof SignatureProvider>;

export const Signer = z
  .object({
    name: z.string().meta({ description: 'First and last name', example: 'Ada Rossi' }),
    email: z.string().meta({ description: 'Empty when absent', example: 'ada@example.com' }),
    phone: z.string().meta({ description: 'E.164; empty when absent', example: '+393331234567' }),
  })
  .meta({ id: 'Signer', description: 'Who is to sign' });

/** Reason that the last try to sign failed. */
export const SignatureFailure = z
  .object({
    code: z.string().meta({ description: 'A word for programs', example: 'no_credential' }),
    message: z.string().meta({
      description: 'A sentence for people',
      example: 'The signer has no certificate there that signs documents now.',
    }),
  })
  .meta({ id: 'SignatureFailure', description: 'Why the last try to sign came to nothing' });

/** A person's electronic signature on a report: asked for, then put into its PDF as a further revision. */
export const Signature = z
  .object({
    id: Id,
    session: Id,
    report: Id.meta({
      description: 'Until it is signed the report that it was asked for; then the report that bears it',
    }),
    status: SignatureStatus,
    level: SignatureLevel,
    provider: SignatureProvider,
    locale: Locale,
    signer: Signer,
    certificate_subject: z.string().nullable().meta({
      description: 'Of whom the certificate is, as it says (RFC 4514); null until it is signed',
      example: 'CN=Ada Rossi,C=IT',
    }),
    failure: SignatureFailure.nullable().meta({ description: 'Why the last try came to nothing' }),
    expires_at: Timestamp.meta({ description: 'After it nobody can sign: 14 days after the creation' }),
    signed_at: Timestamp.nullable().meta({ description: 'When it was put into the PDF' }),
    created_at: Timestamp,
  })
  .meta({ id: 'Signature', description: "A person's electronic signature on a report" });

export type Signature = z.infer<typeof Signature>;

/** A signature as the request for it returns it: with the link, this once. */
export const RequestedSignature = Signature.extend({
  sign_url: z.string().meta({
    description: 'Where the signer signs. Carries a secret token; shown only here',
    example: 'https://example.com/sign#T1xJ0vFqWm3eYkZb8uRsAoC5hNdLp7iGQ2tVwXyHjKc',
  }),
}).meta({ id: 'RequestedSignature', description: 'A requested signature with its link' });

export type RequestedSignature = z.infer<typeof RequestedSignature>;

const SignerInput = z
  .strictObject({
    name: personName(200).meta({
      description: 'As the statement that they sign names them',
      example: 'Ada Rossi',
    }),
    email: z
      .union([z.literal(''), Email])
      .optional()
      .meta({ description: 'Where the code goes; email, phone or both', example: 'ada@example.com' }),
    phone: text(32)
      .optional()
      .meta({ description: 'Where the code goes, with country code', example: '+39 333 123 4567' }),
  })
  .meta({
    id: 'SignerInput',
    description: 'Who is to sign; email or phone is needed',
    example: { name: 'Ada Rossi', email: 'ada@example.com' },
  });

export const RequestSignatureBody = z
  .strictObject({
    signer: SignerInput,
    level: SignatureLevel,
    provider: SignatureProvider.optional().meta({
      description: 'The configured one unless given; csc where there are two',
    }),
    locale: LocaleInput.optional().meta({
      description: "Of the page, the messages and the statement; the session's unless given",
      example: 'de',
    }),
    send_link: z.boolean().optional().meta({
      description: 'Send the link to the signer, by e-mail, else by SMS; false unless given',
      example: true,
    }),
  })
  .meta({ id: 'RequestSignatureBody', description: 'Whom to ask for a signature, and of which level' });

const SessionParams = z.object({ session_id: Id });
const SignatureParams = z.object({ session_id: Id, signature_id: Id });

export const signatures = c.router(
  {
    request: {
      method: 'POST',
      path: '/evidence/:session_id/signatures',
      summary: 'Ask for a signature on the report',
      description:
        'On the newest report that is ready. `sign_url` is returned here and never again; a one-time code is sent to the signer when its page asks for it. At most 50 a session.',
      pathParams: SessionParams,
      body: RequestSignatureBody,
      responses: { 201: RequestedSignature },
      metadata: writePolicy('signatures:write', [
        'evidence_not_ready',
        'session.invalid_state',
        'session.redacted',
      ]),
    },
    list: {
      method: 'GET',
      path: '/evidence/:session_id/signatures',
      summary: "List a session's signatures",
      description: 'Those on its reports, newest first, without their links.',
      pathParams: SessionParams,
      query: z.strictObject(pageQuery),
      responses: { 200: pageOf('SignaturePage', Signature) },
      metadata: readPolicy('evidence:read', ['invalid_cursor']),
    },
    get: {
      method: 'GET',
      path: '/evidence/:session_id/signatures/:signature_id',
      summary: 'Get a signature',
      description: 'Where it stands.',
      pathParams: SignatureParams,
      responses: { 200: Signature },
      metadata: readPolicy('evidence:read'),
    },
    cancel: {
      method: 'DELETE',
      path: '/evidence/:session_id/signatures/:signature_id',
      summary: 'Cancel a signature',
      description:
        'Its link, its code and what they opened are dead. One that is signed stays; one that has ended otherwise stays as it is.',
      pathParams: SignatureParams,
      body: NoBody,
      responses: { 204: c.noBody() },
      metadata: writePolicy('signatures:write', ['session.invalid_state']),
    },
  },
  { pathPrefix: VERSIONED_ROOT, strictStatusCodes: true },
);
