import { z } from 'zod';
import { FieldBranding } from '../shapes/field-branding.ts';
import { Id } from '../shapes/id.ts';
import { Locale } from '../shapes/locale.ts';
import { NoBody } from '../shapes/no-body.ts';
import { signingReadPolicy, signingWritePolicy } from '../laws/policy.ts';
import { Outcome } from './outcomes.ts';
import { CodeChannel } from '../shapes/problem.ts';
import { VERSIONED_ROOT } from '../laws/roots.ts';
import { c } from '../route.ts';
import { Contact } from '../shapes/contact/contact.ts';
import { SignatureFailure, SignatureLevel, SignatureProvider, SignatureStatus } from './signatures.ts';
import { text } from '../shapes/text.ts';
import { Timestamp } from '../shapes/timestamp.ts';

const contact = Contact.nullable().meta({
  description: "Whom the person turns to: the session's contact, else the organisation's; null: nobody",
});

/** Uses of a link to a report: to sign it, or to read it as a recipient of the session. */
export const LINK_PURPOSES = ['sign', 'read'] as const;

/** View of the link alone: the organisation that asks, and the addresses of the code. Nothing of the report. */
export const SigningRequest = z
  .object({
    purpose: z.enum(LINK_PURPOSES).meta({
      description: 'read: the link of a recipient of the report, who goes on with GET /v1/signing/report',
      example: 'sign',
    }),
    status: SignatureStatus,
    locale: Locale,
    organisation_name: z
      .string()
      .meta({ description: 'The organisation that asks', example: 'Example Surveyors' }),
    branding: FieldBranding,
    contact,
    channels: z.array(CodeChannel).meta({ description: 'Where the code goes' }),
    channel_hint_email: z
      .string()
      .nullable()
      .meta({ description: 'Masked; null when no e-mail is sent', example: 'a•••@e•••.com' }),
    channel_hint_phone: z
      .string()
      .nullable()
      .meta({ description: 'Masked; null when no SMS is sent', example: '+39 ••• ••67' }),
    code_expires_at: Timestamp.nullable().meta({
      description: 'Until when the code that was sent last can be used; null when none can',
    }),
    expires_at: Timestamp.meta({ description: 'After it nobody can sign' }),
  })
  .meta({ id: 'SigningRequest', description: 'What the link alone shows' });

export type SigningRequest = z.infer<typeof SigningRequest>;

export const SigningSession = z
  .object({
    signing_session_token: z.string().meta({
      description: 'Opaque; works on this device only. The next code that is entered kills it',
      example: 'q7Zb8uRsAoC5hNdLp7iGQ2tVwXyHjKcT1xJ0vFqWm3e',
    }),
    signing_session_expires_at: Timestamp.meta({ description: '30 minutes after the code' }),
  })
  .meta({ id: 'SigningSession', description: 'What the right code gives' });

export type SigningSession = z.infer<typeof SigningSession>;

const sha256 = z
  .string()
  .regex(/^[0-9a-f]{64}$/, 'must be 64 lower-case hexadecimal digits')
  .meta({
    description: 'Of the PDF that the signer is shown, in hexadecimal',
    example: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  });

const SigningReport = z
  .object({
    id: Id,
    locale: Locale,
    sha256,
    byte_size: z.int().meta({ description: 'Of the PDF', example: 1_204_224 }),
    pages: z.int().meta({ description: 'Of the PDF', example: 9 }),
    pdf_url: z.string().meta({
      description: 'Opens without a credential for 15 minutes',
      example:
        'https://example.com/v1/reports/019a9f6e-8b21-7c02-9d55-0c7a1e2b3f09.pdf?expires=1795298400&signature=k3yR0s',
    }),
  })
  .meta({ id: 'SigningReport', description: 'The newest revision of the report' });

/** View of the signer: their name, the report, and the statement that they make by signing. */
export const SigningView = z
  .object({
    status: SignatureStatus,
    locale: Locale,
    organisation_name: z
      .string()
      .meta({ description: 'The organisation that asks', example: 'Example Surveyors' }),
    branding: FieldBranding,
    contact,
    signer_name: z.string().meta({ description: 'Who is asked to sign', example: 'Ada Rossi' }),
    level: SignatureLevel,
    provider: SignatureProvider,
    statement: z.string().meta({
      description: 'What they sign, word for word, in their locale',
      example: 'I, Ada Rossi, have read this report and sign it.',
    }),
    report: SigningReport,
    failure: SignatureFailure.nullable().meta({ description: 'Why the last try came to nothing' }),
    expires_at: Timestamp,
    signed_at: Timestamp.nullable().meta({ description: 'null until it is signed' }),
  })
  .meta({ id: 'SigningView', description: 'What the signer is shown' });

export type SigningView = z.infer<typeof SigningView>;

/** View of a recipient of the report: what was inspected, and the newest revision of its report. */
export const SharedReport = z
  .object({
    locale: Locale,
    organisation_name: z
      .string()
      .meta({ description: 'The organisation that shares it', example: 'Example Surveyors' }),
    branding: FieldBranding,
    contact,
    recipient_name: z.string().meta({ description: 'To whom it was sent', example: 'Eva Brandt' }),
    reference: z
      .string()
      .meta({ description: "The integrator's own; empty when absent", example: 'CLM-2030-0417' }),
    site_address: z.string().meta({
      description: 'Where it was inspected; empty when absent',
      example: 'Via Torino 12, 20123 Milano',
    }),
    ended_at: Timestamp.meta({ description: 'When the session ended' }),
    outcome: Outcome.nullable().meta({
      description: 'What the inspection came to; null until somebody says it',
    }),
    report: SigningReport,
    expires_at: Timestamp.meta({ description: 'After it the link is dead' }),
  })
  .meta({ id: 'SharedReport', description: 'What a recipient of the report is shown' });

export type SharedReport = z.infer<typeof SharedReport>;

/** End of a step of signing: it is done, or the signer goes on at the provider. */
export const SigningStep = z
  .object({
    status: SignatureStatus,
    action_url: z.string().nullable().meta({
      description:
        "The provider's page, where the signer must go now; it leads back to /sign/return with state and code. null: nothing is to be done there",
      example: 'https://csc.example.com/oauth2/authorize?state=k3yR0s',
    }),
  })
  .meta({ id: 'SigningStep', description: 'How a step of signing ended' });

export type SigningStep = z.infer<typeof SigningStep>;

export const VerifySigningBody = z
  .strictObject({
    otp_code: text(64).optional().meta({ description: 'The one-time code', example: '482913' }),
    code: text(64).optional().meta({
      description: 'The same by its old name, which goes with the next release: send otp_code',
      deprecated: true,
    }),
  })
  .refine(({ otp_code, code }) => (otp_code ?? code) !== undefined, {
    path: ['otp_code'],
    message: 'is required: the one-time code',
  })
  .meta({ id: 'VerifySigningBody', description: 'The one-time code' });

export const SignBody = z
  .strictObject({ sha256 })
  .meta({ id: 'SignBody', description: 'What the signer was shown and signs' });

/** Parameters of the address to which the provider sends the signer back. */
export const FinishSigningBody = z
  .strictObject({
    state: text(500).meta({ description: 'As it came; works once', example: 'k3yR0s' }),
    code: text(4_000).optional().meta({ description: 'As it came', example: 'SplxlOBeZQQYbYS6WxSbIA' }),
    error: text(500).optional().meta({ description: 'As it came', example: 'access_denied' }),
  })
  .meta({ id: 'FinishSigningBody', description: 'What the provider sends the signer back with' });

const ENDS = ['link_expired', 'signature_in_progress', 'signature_refused', 'version_conflict'] as const;

/**
 * Calls of the page behind a link to a report, in this order: open, sendCode, verify with the token of the link; then,
 * with the signing_session_token, readReport for a recipient of the report, or get, sign, finish or decline for a
 * signer. Both go as a bearer, never in an address.
 */
export const signing = c.router(
  {
    open: {
      method: 'GET',
      path: '/signing',
      summary: 'Open a link to a report',
      description:
        'Bearer: what stands behind the # of sign_url, or of the link that a recipient of the report was sent. Nothing of the report is shown.',
      responses: { 200: SigningRequest },
      metadata: signingReadPolicy('signing_link', ['link_expired', 'otp_locked']),
    },
    sendCode: {
      method: 'POST',
      path: '/signing/code',
      summary: 'Send the one-time code',
      description: 'To the signer or the recipient, by e-mail and SMS as given; a code before it is dead.',
      body: NoBody,
      responses: { 200: SigningRequest },
      metadata: signingWritePolicy('signing_link', ['link_expired', 'otp_locked']),
    },
    verify: {
      method: 'POST',
      path: '/signing/verify',
      summary: 'Verify the one-time code',
      description: 'The right one gives a token for this device; five wrong ones in all lock the request.',
      body: VerifySigningBody,
      responses: { 200: SigningSession },
      metadata: signingWritePolicy('signing_link', [
        'link_expired',
        'otp_required',
        'otp_invalid',
        'otp_expired',
        'otp_locked',
      ]),
    },
    get: {
      method: 'GET',
      path: '/signing/session',
      summary: 'Get what is to be signed',
      description: 'The report, the statement, and where the signature stands.',
      responses: { 200: SigningView },
      metadata: signingReadPolicy('signing_session', ['link_expired']),
    },
    readReport: {
      method: 'GET',
      path: '/signing/report',
      summary: 'Get the report that is shared',
      description:
        'Bearer: the signing_session_token of a recipient of the report; that of a signer is refused. The newest revision, with a link to its PDF.',
      responses: { 200: SharedReport },
      metadata: signingReadPolicy('reading_session', ['link_expired']),
    },
    sign: {
      method: 'POST',
      path: '/signing/sign',
      summary: 'Sign the report',
      description:
        "Done at once, or `action_url` is the provider's page. One signer at a time has the report, for 10 minutes; others get 409.",
      body: SignBody,
      responses: { 200: SigningStep },
      metadata: signingWritePolicy('signing_session', ENDS),
    },
    finish: {
      method: 'POST',
      path: '/signing/finish',
      summary: 'Go on after the provider',
      description: 'With what stands in the address to which the provider sent the signer back.',
      body: FinishSigningBody,
      responses: { 200: SigningStep },
      metadata: signingWritePolicy('signing_session', ENDS),
    },
    decline: {
      method: 'POST',
      path: '/signing/decline',
      summary: 'Decline to sign',
      description: 'For good: another signature must be asked for.',
      body: NoBody,
      responses: { 200: SigningStep },
      metadata: signingWritePolicy('signing_session', ['link_expired']),
    },
  },
  { pathPrefix: VERSIONED_ROOT, strictStatusCodes: true },
);
