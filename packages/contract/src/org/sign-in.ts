import { z } from 'zod';
import { openPolicy, type RoutePolicy } from '../laws/policy.ts';
import { VERSIONED_ROOT } from '../laws/roots.ts';
import { c } from '../route.ts';
import type { ErrorCode } from '../shapes/errors.ts';
import { Id } from '../shapes/id.ts';
import { NoBody } from '../shapes/no-body.ts';
import { Email } from '../shapes/text.ts';
import { StepUpBody } from './me.ts';
import { ProviderVisit, returnPath } from './provider-visit.ts';
import { PasskeyRequest, UsePasskeyBody } from './passkeys.ts';

export const BeginSignInBody = z
  .strictObject({ email: Email.meta({ description: 'The address of a member', example: 'ada@example.com' }) })
  .meta({ id: 'BeginSignInBody', description: 'Who wants to sign in' });

export const BeginAtProviderBody = z
  .strictObject({
    email: Email.meta({ description: 'Its domain leads to the provider', example: 'ada@example.com' }),
    return_path: returnPath,
  })
  .meta({ id: 'BeginAtProviderBody', description: "Who wants to sign in by their company's provider" });

export const SignInResult = z
  .object({
    signed_in: z.boolean().meta({ description: 'False: choose one of the organisations first' }),
    organisations: z
      .array(
        z.object({
          id: Id,
          name: z.string().meta({ description: 'Its name', example: 'Acme Inspections' }),
        }),
      )
      .meta({ description: 'Those of which the person is an active member' }),
  })
  .meta({ id: 'SignInResult', description: 'What the right code has led to' });

export type SignInResult = z.infer<typeof SignInResult>;

export const ChooseOrganisationBody = z
  .strictObject({ organisation: Id })
  .meta({ id: 'ChooseOrganisationBody', description: 'The organisation to sign in to' });

export const SignInLinkBody = z
  .strictObject({
    token: z
      .string()
      .regex(/^[\w-]{43}$/, 'must be what stands behind the # of the link')
      .meta({
        description: 'What stands behind the # of the link',
        example: 'q1Zy0kX7ZJ2cFJbV0oM8kq5rj3sT4uVwXyZaBcDeFgH',
      }),
  })
  .meta({ id: 'SignInLinkBody', description: 'A link to sign in' });

// Only the service's own pages call these: their cookies are of no use to programs. They keep no reply, which would be
// one more way to a session: a repeated call is judged anew.
const signInPolicy = (errors: readonly ErrorCode[] = []): RoutePolicy<'none', true> => ({
  ...openPolicy(['foreign_origin', ...errors]),
  idempotent: true,
  public: false,
});

export const signIn = c.router(
  {
    begin: {
      method: 'POST',
      path: '/sign-in',
      summary: 'Begin to sign in',
      description:
        'Sends a one-time code to the address, if a member has it. The answer is the same for any address, and so is its time.',
      body: BeginSignInBody,
      responses: { 204: c.noBody() },
      metadata: signInPolicy(),
    },
    beginAtProvider: {
      method: 'POST',
      path: '/sign-in/provider',
      summary: "Begin to sign in by the company's identity provider",
      description:
        'The answer is the same for any address, and so is its time: the page that it leads to looks for the provider.',
      body: BeginAtProviderBody,
      responses: { 200: ProviderVisit },
      metadata: signInPolicy(),
    },
    redeem: {
      method: 'POST',
      path: '/sign-in/code',
      summary: 'Sign in by the code',
      description:
        'In the browser that began, once. Who is a member of several organisations chooses one next. After 5 wrong codes none is taken: begin again.',
      body: StepUpBody,
      responses: { 200: SignInResult },
      metadata: signInPolicy(['otp_invalid', 'otp_expired', 'otp_locked', 'sso_required']),
    },
    choose: {
      method: 'POST',
      path: '/sign-in/organisation',
      summary: 'Choose the organisation to sign in to',
      description: 'After the right code, in the same browser. A session belongs to one organisation.',
      body: ChooseOrganisationBody,
      responses: { 204: c.noBody() },
      metadata: signInPolicy(['otp_expired', 'not_found', 'sso_required']),
    },
    useLink: {
      method: 'POST',
      path: '/sign-in/link',
      summary: 'Sign in by a link',
      description: 'Once, by a link that the host made.',
      body: SignInLinkBody,
      responses: { 204: c.noBody() },
      metadata: signInPolicy(['link_expired', 'sso_required']),
    },
    beginByPasskey: {
      method: 'POST',
      path: '/sign-in/passkey/begin',
      summary: 'Begin to sign in by a passkey',
      description:
        'Gives what `navigator.credentials.get` takes, for any passkey of this service. It is valid for 10 minutes, once, in this browser.',
      body: NoBody,
      responses: { 200: PasskeyRequest },
      metadata: signInPolicy(),
    },
    redeemPasskey: {
      method: 'POST',
      path: '/sign-in/passkey/finish',
      summary: 'Sign in by a passkey',
      description:
        'In the browser that began, once. A passkey is of one organisation, so none is chosen. Whatever is wrong, the answer is the same.',
      body: UsePasskeyBody,
      responses: { 204: c.noBody() },
      metadata: signInPolicy(['passkey_refused', 'sso_required']),
    },
  },
  { pathPrefix: VERSIONED_ROOT, strictStatusCodes: true },
);
