import type { SsoConnection } from '@field-inspection/contract';
import { judgeCertificate } from '@field-inspection/rules';
import type { Prisma, SsoCertificate, SsoConnection as Row } from '#prisma';
import type { Context } from '../../../context.ts';

export type Connection = Row & { certificates: SsoCertificate[] };

export const findConnection = (
  db: Pick<Prisma.TransactionClient, 'ssoConnection'>,
  organisationId: string,
): Promise<Connection | null> =>
  db.ssoConnection.findUnique({
    where: { organisation_id: organisationId },
    include: { certificates: { orderBy: [{ not_after: 'desc' }, { fingerprint: 'asc' }] } },
  });

/** Addresses of this service that a provider is given. */
export const nameService = ({ config: { baseUrl } }: Pick<Context, 'config'>, id: string) => ({
  redirectUri: `${baseUrl}/sso/oidc/${id}/callback`,
  acsUrl: `${baseUrl}/sso/saml/${id}/acs`,
  entityId: `${baseUrl}/sso/saml/${id}/metadata`,
  startUrl: `${baseUrl}/sso/${id}/start`,
});

export const viewConnection = (
  context: Pick<Context, 'config' | 'clock'>,
  held: Connection | null,
): SsoConnection => ({
  id: held?.id ?? null,
  protocol: (held?.protocol ?? null) as SsoConnection['protocol'],
  status: (held?.status ?? 'none') as SsoConnection['status'],
  issuer: held?.issuer ?? null,
  client_id: held?.client_id ?? null,
  has_client_secret: Boolean(held?.client_secret_sealed),
  sso_url: held?.sso_url ?? null,
  metadata_url: held?.metadata_url ?? null,
  metadata_read_at: showTime(held?.metadata_read_at),
  metadata_fault: held?.metadata_fault ?? null,
  certificates: (held?.certificates ?? []).map(({ fingerprint, not_before, not_after, source }) => ({
    fingerprint,
    not_before: not_before.toISOString(),
    not_after: not_after.toISOString(),
    source: source as 'given' | 'metadata',
    warning: judgeCertificate(not_after, context.clock.now()),
  })),
  claims: {
    email: held?.email_claim ?? null,
    name: held?.name_claim ?? null,
    groups: held?.groups_claim ?? null,
  },
  just_in_time: held?.just_in_time ?? false,
  default_role: (held?.default_role ?? 'observer') as SsoConnection['default_role'],
  enforced: held?.enforced ?? false,
  tested_at: showTime(held?.tested_at),
  tested_by: held?.tested_by ?? null,
  service: viewService(context, held?.id),
  version: held?.version ?? 0,
  updated_at: showTime(held?.updated_at),
});

const viewService = (context: Pick<Context, 'config'>, id: string | undefined): SsoConnection['service'] => {
  const { redirectUri, acsUrl, entityId, startUrl } = nameService(context, id ?? '');
  const isThere = id !== undefined;
  return {
    redirect_uri: isThere ? redirectUri : null,
    acs_url: isThere ? acsUrl : null,
    entity_id: isThere ? entityId : null,
    start_url: isThere ? startUrl : null,
  };
};

const showTime = (time: Date | null | undefined): string | null => time?.toISOString() ?? null;
