import { z } from 'zod';
import { memberReadPolicy, memberWritePolicy, readPolicy, writePolicy } from '../laws/policy.ts';
import { VERSIONED_ROOT } from '../laws/roots.ts';
import { c } from '../route.ts';
import { Id } from '../shapes/id.ts';
import { Locale } from '../shapes/locale.ts';
import { NoBody } from '../shapes/no-body.ts';
import { pageOf, pageQuery } from '../shapes/page.ts';
import { text } from '../shapes/text.ts';
import { Timestamp } from '../shapes/timestamp.ts';
import { ScopeName } from './credentials.ts';
import { MemberRole } from './members.ts';
import { ProviderVisit, returnPath } from './provider-visit.ts';
import { ownPasskeys, PasskeyRequest, UsePasskeyBody } from './passkeys.ts';

/**
 * Ways in which a member signs in: a code by mail, a passkey, a link, which the host made or which is that of their
 * invitation, or the identity provider of their company.
 */
export const SIGN_IN_WAYS = ['code', 'passkey', 'link', 'oidc', 'saml'] as const;

export type SignInWay = (typeof SIGN_IN_WAYS)[number];

/** A member signed in on one device. */
export const MemberSession = z
  .object({
    id: Id,
    way: z.enum(SIGN_IN_WAYS).meta({
      id: 'SignInWay',
      description:
        'How they signed in. code: a one-time code by e-mail; passkey: one of their own; link: a link of the host, or of the invitation; oidc, saml: the identity provider of their company',
      example: 'code',
    }),
    user_agent: z.string().meta({
      description: 'The browser, as it names itself; of a longer name the first 300 characters',
      example: 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
    }),
    device: z.string().meta({
      description: 'The browser and the system of it, as people know them; a program by its own name',
      example: 'Firefox, Linux',
    }),
    is_current: z.boolean().meta({ description: 'The session of this very request', example: true }),
    created_at: Timestamp,
    last_used_at: Timestamp.nullable().meta({ description: 'Written at most once a minute' }),
    stepped_up_at: Timestamp.meta({ description: 'When the member last showed who they are' }),
    expires_at: Timestamp.meta({
      description:
        'Its end, if it is not used before; with each use it moves on, at most to the end of its whole life',
    }),
  })
  .meta({ id: 'MemberSession', description: 'A member signed in on one device' });

export type MemberSession = z.infer<typeof MemberSession>;

const MemberSessionPage = pageOf('MemberSessionPage', MemberSession);

/** The caller of a request. */
export const Me = z
  .object({
    organisation: Id,
    organisation_name: z.string().meta({ description: 'Its name', example: 'Acme Inspections' }),
    credential: Id.meta({ description: 'The credential of the key, or the session' }),
    member: Id.nullable().meta({
      description: 'Who signed in, or whom the key acts for; null for a machine, as the four below',
    }),
    email: z.string().nullable().meta({ description: "The member's address", example: 'ada@example.com' }),
    name: z.string().nullable().meta({ description: 'First and last name', example: 'Ada Rossi' }),
    role: MemberRole.nullable(),
    locale: Locale.nullable(),
    scopes: z.array(ScopeName).meta({
      description: 'What this caller may do now',
      example: ['sessions:read', 'sessions:write'],
    }),
    session: MemberSession.nullable().meta({ description: 'null for an API key' }),
  })
  .meta({ id: 'Me', description: 'Who calls, and what they may do' });

export type Me = z.infer<typeof Me>;

export const StepUpBody = z
  .strictObject({
    code: text(64).meta({ description: '6 digits, as the e-mail says', example: '048291' }),
  })
  .meta({ id: 'StepUpBody', description: 'The one-time code' });

export const StepUpAtProviderBody = z
  .strictObject({ return_path: returnPath })
  .meta({ id: 'StepUpAtProviderBody', description: 'Where the page goes on afterwards' });

/** A session that was ended. */
export const SignedOut = z
  .object({
    provider_url: z.string().nullable().meta({
      description:
        "Where the member signs out at their company's provider, too; null where they did not sign in by OpenID Connect, or it offers no sign-out",
      example: null,
    }),
  })
  .meta({ id: 'SignedOut', description: 'A session that was ended' });

const OwnParams = z.object({ member_session_id: Id });

export const me = c.router(
  {
    get: {
      method: 'GET',
      path: '/me',
      summary: 'Say who calls',
      description: 'The organisation, the member and what they may do, of a key or of a signed-in member.',
      responses: { 200: Me },
      metadata: { ...memberReadPolicy(), caller: 'any' as const },
    },
    listOwnSessions: {
      method: 'GET',
      path: '/me/sessions',
      summary: 'List your own sessions',
      description: 'Where you are signed in, newest first.',
      query: z.strictObject(pageQuery),
      responses: { 200: MemberSessionPage },
      metadata: memberReadPolicy(['invalid_cursor']),
    },
    endOwnSession: {
      method: 'DELETE',
      path: '/me/sessions/:member_session_id',
      summary: 'End one of your own sessions',
      description: 'Signs you out there. Once this answers, nothing more commits by it.',
      pathParams: OwnParams,
      body: NoBody,
      responses: { 204: c.noBody() },
      metadata: memberWritePolicy(),
    },
    signOut: {
      method: 'POST',
      path: '/me/sign-out',
      summary: 'Sign out',
      description: 'Ends the session of this request, and takes its cookie away.',
      body: NoBody,
      responses: { 200: SignedOut },
      metadata: memberWritePolicy(),
    },
    requestStepUp: {
      method: 'POST',
      path: '/me/step-up/code',
      summary: 'Ask for a code to step up',
      description:
        'Sends a one-time code to your address, valid for 10 minutes; the one before is dead. At most 10 an hour go to an address.',
      body: NoBody,
      responses: { 204: c.noBody() },
      metadata: memberWritePolicy(['otp_locked', 'sso_required']),
    },
    stepUpAtProvider: {
      method: 'POST',
      path: '/me/step-up/provider',
      summary: "Show once more who you are, at your company's identity provider",
      description:
        'For who has signed in by it: it asks them to sign in anew. Then the session gets another cookie, and for 10 minutes may do what asks for it.',
      body: StepUpAtProviderBody.optional(),
      responses: { 200: ProviderVisit },
      metadata: memberWritePolicy(['sso.invalid_state']),
    },
    stepUp: {
      method: 'POST',
      path: '/me/step-up',
      summary: 'Show once more who you are',
      description:
        'By the code that was sent. The session gets another cookie, and for 10 minutes may do what asks for it. After 5 wrong codes none is taken: ask for another.',
      body: StepUpBody,
      responses: { 204: c.noBody() },
      metadata: memberWritePolicy(['otp_invalid', 'otp_expired', 'otp_locked', 'sso_required']),
    },
    beginPasskeyStepUp: {
      method: 'POST',
      path: '/me/step-up/passkey/begin',
      summary: 'Ask for a challenge to step up by a passkey',
      description:
        'Gives what `navigator.credentials.get` takes, for one of your passkeys. It is valid for 10 minutes, once; the one before is dead.',
      body: NoBody,
      responses: { 200: PasskeyRequest },
      metadata: memberWritePolicy(),
    },
    stepUpByPasskey: {
      method: 'POST',
      path: '/me/step-up/passkey',
      summary: 'Show once more who you are, by a passkey',
      description:
        'The session gets another cookie, and for 10 minutes may do what asks for it. What is refused uses its challenge up: begin again.',
      body: UsePasskeyBody,
      responses: { 204: c.noBody() },
      metadata: memberWritePolicy(['passkey_refused', 'sso_required']),
    },
    ...ownPasskeys,
  },
  { pathPrefix: VERSIONED_ROOT, strictStatusCodes: true },
);

const MemberSessionParams = z.object({ member_id: Id, member_session_id: Id });

export const memberSessions = c.router(
  {
    list: {
      method: 'GET',
      path: '/org/members/:member_id/sessions',
      summary: 'List the sessions of a member',
      description: 'Where they are signed in, newest first.',
      pathParams: z.object({ member_id: Id }),
      query: z.strictObject(pageQuery),
      responses: { 200: MemberSessionPage },
      metadata: readPolicy('credentials:read', ['invalid_cursor']),
    },
    end: {
      method: 'DELETE',
      path: '/org/members/:member_id/sessions/:member_session_id',
      summary: 'End a session of a member',
      description: 'Signs them out there. Once this answers, nothing more commits by it.',
      pathParams: MemberSessionParams,
      body: NoBody,
      responses: { 204: c.noBody() },
      metadata: writePolicy('credentials:write'),
    },
  },
  { pathPrefix: VERSIONED_ROOT, strictStatusCodes: true },
);
