import { describe, expect, it } from 'vitest';
import { readProviderMetadata } from '../read-provider-metadata.ts';
import { readSamlResponse } from '../read-saml-response.ts';
import { askLasso, findLasso, type LassoOrder } from '../testing/ask-lasso.ts';
import { issueSigner } from '../testing/issue-signer.ts';
import { openSamlCase } from '../testing/open-saml-case.ts';
import { EXPECTED } from '../testing/write-response.ts';
import { writeProviderMetadata } from '../testing/write-provider-metadata.ts';
import { writeAuthnRequest } from '../write-authn-request.ts';

const program = findLasso(process.env['LASSO_PYTHON_PATH']);
const WHY_SKIPPED = program ? '' : ' (skipped: no Python that has Lasso; see script/fetch-lasso)';

const signer = issueSigner();
const { judge } = openSamlCase(signer);
const SSO = 'https://provider.example/sso';

const now = new Date();
const address = writeAuthnRequest({
  ssoUrl: SSO,
  entityId: EXPECTED.audience,
  acsUrl: EXPECTED.acsUrl,
  requestId: EXPECTED.requestId,
  issueInstant: now,
  forceAuthn: false,
});
const ask = (order: Partial<LassoOrder> = {}) => askLasso(program!, { signer, address, now, ...order });

describe.skipIf(!program)(`a provider that was made with Lasso${WHY_SKIPPED}`, () => {
  it('knows this service by its metadata, reads its request, and signs somebody in', () => {
    const { url, response } = ask();
    expect(url).toBe(EXPECTED.acsUrl);
    const metadata = { entityId: EXPECTED.issuer, ssoUrl: SSO, certificate: signer.certificate };
    const { entityId, certificates } = readProviderMetadata(writeProviderMetadata(metadata));
    const expected = {
      ...EXPECTED,
      issuer: entityId,
      certificates: certificates.map(({ der }) => der),
      now,
    };
    expect(readSamlResponse(response, expected).person).toEqual({
      subject: 'u-1',
      email: 'maria@example.com',
      emailVerified: null,
      displayName: 'Maria Gómez',
      groups: ['a & b', '<c>'],
      claims: { mail: 'maria@example.com', displayName: 'Maria Gómez', groups: ['a & b', '<c>'] },
    });
  });

  it.each(['RSA_SHA384', 'RSA_SHA512'] as const)('may sign by %s', (method) => {
    expect(judge(ask({ method }).response, { now })).toBe('taken: u-1');
  });

  it('is refused with SHA-1, with a transient NameID, with the key of another, and after its time', () => {
    expect(judge(ask({ method: 'RSA_SHA1' }).response, { now })).toBe('refused_algorithm');
    const transient = ask({ nameIdFormat: '2.0:nameid-format:transient' });
    expect(judge(transient.response, { now })).toBe('unusable_subject');
    expect(judge(ask({ signer: issueSigner() }).response, { now })).toBe('foreign_signature');
    const late = new Date(now.getTime() + 330_000);
    expect(judge(ask().response, { now: late })).toBe('expired');
  });

  it('is refused once a letter of what it signed changes', () => {
    const xml = Buffer.from(ask().response, 'base64').toString();
    const changed = xml.replace('>u-1<', '>u-2<');
    expect(changed).not.toBe(xml);
    expect(judge(Buffer.from(changed).toString('base64'), { now })).toBe('altered');
  });
});
