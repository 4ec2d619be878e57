import { inflateRawSync } from 'node:zlib';
import { answerAsProvider, type Bend } from '../saml/testing/answer-as-provider.ts';
import { issueSigner, type Signer } from '../saml/testing/issue-signer.ts';
import type { AnswerParts } from '../saml/testing/write-response.ts';
import { openBrowser, type Browser } from '../../../testing/open-browser.ts';
import { freshDomain, openSsoWorld } from './open-sso-world.ts';

export const PROVIDER = 'https://provider.example/saml';

/** Parts of an answer that a connection takes, at this time. */
const partsOf = (
  now: Date,
  { acsUrl, entityId, requestId }: { acsUrl: string; entityId: string; requestId: string },
): Partial<AnswerParts> => {
  const at = (seconds: number) => new Date(now.getTime() + seconds * 1_000).toISOString();
  return {
    issuedAt: at(-1),
    responseIssuer: PROVIDER,
    issuer: PROVIDER,
    destination: ` Destination="${acsUrl}"`,
    inResponseTo: ` InResponseTo="${requestId}"`,
    confirmed: ` InResponseTo="${requestId}" NotOnOrAfter="${at(300)}" Recipient="${acsUrl}"`,
    validity: ` NotBefore="${at(-60)}" NotOnOrAfter="${at(600)}"`,
    restriction: `<saml:AudienceRestriction><saml:Audience>${entityId}</saml:Audience></saml:AudienceRestriction>`,
    authentication: ` AuthnInstant="${at(0)}" SessionIndex="_s" SessionNotOnOrAfter="${at(28_800)}"`,
  };
};

export const openSamlOrganisations = async () => {
  const world = await openSsoWorld();
  const { server } = world;
  const signer = issueSigner('P-256');

  /** An organisation whose sign-on by SAML is on. */
  const openConnected = async (more: { just_in_time?: boolean } = {}) => {
    const organisation = await world.openOrganisation();
    const domain = freshDomain();
    const connection = await organisation.client.sso.put({
      protocol: 'saml',
      issuer: PROVIDER,
      sso_url: 'https://provider.example/sso',
      pem_certificates: [signer.certificate],
      ...more,
    });
    await organisation.verify(domain);
    await organisation.pass();
    await organisation.client.sso.activate();
    const { acs_url: acsUrl, entity_id: entityId } = connection.service as {
      acs_url: string;
      entity_id: string;
    };
    /** Reads what the browser is led to the provider with. */
    const readVisit = (to: string) => {
      const url = new URL(to);
      const xml = inflateRawSync(Buffer.from(url.searchParams.get('SAMLRequest')!, 'base64')).toString();
      return {
        url,
        xml,
        relayState: url.searchParams.get('RelayState')!,
        requestId: / ID="([^"]+)"/.exec(xml)![1]!,
      };
    };
    const begin = async (browser: Browser, email: string) => {
      await browser.call('POST /sign-in/provider', { email });
      return readVisit((await browser.open('/sso/begin')).to);
    };
    const answer = (
      { requestId, nameId }: { requestId: string; nameId: string },
      bend: Bend = {},
      by: Signer = signer,
    ) =>
      answerAsProvider(by, {
        ...bend,
        parts: {
          ...partsOf(server.clock.now(), { acsUrl, entityId, requestId }),
          nameId,
          ...bend.parts,
        },
      });
    const post = (browser: Browser, SAMLResponse: string, RelayState?: string) =>
      browser.postForm(acsUrl, { SAMLResponse, ...(RelayState === undefined ? {} : { RelayState }) });
    const signIn = async (email: string, bend: Bend = {}, by?: Signer) => {
      const browser = openBrowser(server);
      const { relayState, requestId } = await begin(browser, email);
      const posted = await post(browser, answer({ requestId, nameId: email }, bend, by), relayState);
      return { browser, posted, reply: await browser.open(posted.to) };
    };
    return { ...organisation, domain, connection, acsUrl, entityId, begin, readVisit, answer, post, signIn };
  };
  return { ...world, signer, openConnected, close: () => server.close() };
};

export type SamlOrganisations = Awaited<ReturnType<typeof openSamlOrganisations>>;
