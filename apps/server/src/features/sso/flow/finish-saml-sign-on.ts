import type { ProvidedPerson } from '../provided-person.ts';
import { handOver, takeHandover } from '../attempts/hand-over.ts';
import { takeByState, type OpenAttempt } from '../attempts/take-attempt.ts';
import { readSamlResponse } from '../saml/read-saml-response.ts';
import { completeAttempt, findSame } from './complete-attempt.ts';
import { refuseAttempt, sinceOf, type FinishContext } from './finish-oidc-sign-on.ts';
import { samlSettingsOf } from './provider-settings.ts';
import { refused, type Device, type SignOnReply } from './sign-on-reply.ts';

export type SamlPost = { connectionId: string; response: string; relayState: string };

type Handover = { attempt: HandedAttempt; person: ProvidedPerson };
type HandedAttempt = Pick<
  OpenAttempt,
  'purpose' | 'organisation_id' | 'member_id' | 'connection_id' | 'settings' | 'credential_id' | 'return_path'
>;

/** The states of this service. What comes with another one was not asked for. */
const STATE = /^[\w-]{43}$/;

/**
 * Takes what a provider of SAML posts. The browser brings no cookie with it, so that nobody is signed in yet: it comes
 * back for what is handed over, and shows its cookie then. What was not asked for is not read, and begins a sign-in.
 */
export const takeSamlPost = async (
  context: FinishContext,
  { connectionId, response, relayState }: SamlPost,
): Promise<SignOnReply> => {
  if (!STATE.test(relayState)) return { to: `/sso/${connectionId}/start` };
  const attempt = await context.transact((tx) => takeByState(tx, { state: relayState, connectionId }));
  if (!attempt) return refused('expired');
  try {
    const connection = await findSame(context, attempt);
    const { issuer, entityId, ...settings } = samlSettingsOf(context, connection);
    const { person } = readSamlResponse(response, {
      ...settings,
      ...{ issuer, audience: entityId, requestId: attempt.request_id },
      now: context.clock.now(),
      authenticatedSince: sinceOf(attempt),
    });
    const { browser_hash: browserHash } = attempt;
    const content: Handover = { attempt: handedOf(attempt), person };
    const token = await context.transact((tx) => handOver(context, tx, { browserHash, content }));
    return { to: `/sso/saml/${connectionId}/finish?handover=${token}` };
  } catch (error) {
    return refuseAttempt(context, attempt, error);
  }
};

const handedOf = ({
  purpose,
  organisation_id,
  member_id,
  connection_id,
  settings,
  credential_id,
  return_path,
}: OpenAttempt): HandedAttempt => ({
  ...{ purpose, organisation_id, member_id, connection_id, settings, credential_id, return_path },
});

/** Signs in the browser that comes for what was handed over, if it is the one that began. */
export const finishSamlSignOn = async (
  context: FinishContext,
  { token, browser, device }: { token: string; browser: string | undefined; device: Device },
): Promise<SignOnReply> => {
  if (browser === undefined) return refused('expired');
  const taken = (await context.transact((tx) => takeHandover(context, tx, { token, browser }))) as
    Handover | undefined;
  if (!taken) return refused('expired');
  const attempt = taken.attempt as OpenAttempt;
  try {
    const connection = await findSame(context, attempt);
    return await completeAttempt(context, connection, { attempt, person: taken.person, device });
  } catch (error) {
    return refuseAttempt(context, attempt, error);
  }
};
