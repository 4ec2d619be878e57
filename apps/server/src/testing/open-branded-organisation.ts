import { VERSIONED_ROOT, type UpdateBrandingBody } from '@field-inspection/contract';
import type { z } from 'zod';
import { callApi } from './call-api.ts';
import { mintInviteFor } from './mint-invite-for.ts';
import { seedOrganisation } from './seed-organisation.ts';
import type { TestServer } from './start-test-server.ts';

type Body = z.input<typeof UpdateBrandingBody>;

export const BRAND = {
  display_name: 'Nordic Surveyors',
  sender_name: 'Nordic Surveyors Oslo',
  footer: 'Nordic Surveyors AS\nOslo',
  imprint_url: 'https://nordic.example/imprint?a=1&b=2',
  privacy_url: 'https://nordic.example/privacy',
  colours: { primary: '#7a1f5c', background: '#f6eef3' },
};

/** A new organisation, so that no test sees another's branding. */
export const openBrandedOrganisation = async (server: TestServer) => {
  const { apiKey, organisationId } = await seedOrganisation(server.context);
  const client = server.clientOf(apiKey);
  const call = (method: string, body?: unknown, headers: Record<string, string> = {}) =>
    callApi(server, `${method} /branding`, { root: VERSIONED_ROOT, apiKey, body, headers });
  return {
    client,
    organisationId,
    get: () => call('GET'),
    patch: (body: unknown, headers?: Record<string, string>) => call('PATCH', body, headers),
    set: (body: Body) => client.branding.update(body),
    mint: () => mintInviteFor({ client }, { recipient_first_name: 'Ada' }),
  };
};

export const openPage = async (server: TestServer, sessionId: string) => {
  const response = await fetch(`${server.baseUrl}/join/${sessionId}`);
  return { policy: response.headers.get('content-security-policy')!, page: await response.text() };
};
