import type { PutSsoBody, SsoConnection } from '@field-inspection/contract';
import { invalidField, planSso, requireSsoVersion, requireUnenforced } from '@field-inspection/rules';
import type { z } from 'zod';
import type { Context } from '../../../context.ts';
import { isMatched } from '../../../http/versions/is-matched.ts';
import type { Tx } from '../../../platform/database/transact.ts';
import { appendOrgEntry } from '../../audit/exports/append-entry.ts';
import { type CallerOrHost, nameAuthor, requireGrant } from '../../members/exports/change-author.ts';
import { lockOrganisation } from '../../members/exports/lock-members.ts';
import { requireSsoOf } from '../../quotas/exports/require-sso.ts';
import { findConnection, viewConnection, type Connection } from './connection-view.ts';
import { clientSecretSeal } from '../exports/sso-seals.ts';
import type { ProviderMetadata } from '../saml/read-provider-metadata.ts';
import { ProviderRefusal } from '../provider-refusal.ts';
import { certificatesOf } from './look-at-metadata.job.ts';
import { readMetadata } from './read-metadata.ts';
import { judgePageUrl, judgeProviderUrl } from './judge-provider-url.ts';
import { readCertificates, type ReadCertificate } from './read-certificate.ts';

type Body = z.output<typeof PutSsoBody>;
type Put = {
  organisationId: string;
  author: CallerOrHost;
  ifMatch?: string | undefined;
  body: Body;
  /** Metadata at the address that the body names, if it names one. */
  metadata?: ProviderMetadata | undefined;
};

/**
 * Reads the metadata that a body names, with no transaction open: they give what the body leaves out.
 *
 * @throws {Refusal} validation_error
 */
export const readNamedMetadata = async (
  context: Pick<Context, 'config' | 'providerFetch'>,
  body: Body,
): Promise<ProviderMetadata | undefined> => {
  if (body.protocol !== 'saml' || !body.metadata_url) return undefined;
  requireUrls(context, body);
  try {
    return await readMetadata(context, body.metadata_url);
  } catch (error) {
    if (error instanceof ProviderRefusal) throw invalidField('metadata_url', error.message);
    throw error;
  }
};

/**
 * Sets the connection of an organisation. Who may sign members in holds what they hold, so the author must hold all of
 * it.
 *
 * @throws {Refusal} permission_denied, precondition_failed, sso.invalid_state, sso.not_in_plan, validation_error
 */
export const putSso = async (
  context: Pick<Context, 'clock' | 'config' | 'ids' | 'keyring' | 'random'>,
  tx: Tx,
  { organisationId, author, ifMatch, body: sent, metadata }: Put,
): Promise<SsoConnection> => {
  const body = fillFrom(sent, metadata);
  await requireSsoOf(tx.db, organisationId);
  await lockOrganisation(tx, organisationId);
  await requireGrant(tx, author, { role: 'org_admin' });
  requireUrls(context, body);
  const held = await findConnection(tx.db, organisationId);
  requireSsoVersion(held?.version ?? 0, isMatched(held?.version ?? 0, ifMatch));
  const given = body.pem_certificates && readCertificates(body.pem_certificates);
  const { after, isTestVoid, isOtherProvider, isOtherClient } = planSso(held, body, keepsOne(held, given));
  if (isTestVoid) requireUnenforced(held?.enforced ?? false);
  const settings = {
    ...after,
    protocol: body.protocol,
    ...planSecret(context, { organisationId, body, isOtherClient }),
    just_in_time: body.just_in_time ?? false,
    default_role: body.default_role ?? 'observer',
    updated_at: tx.now,
    ...(metadata ? { metadata_read_at: tx.now, metadata_fault: null } : {}),
    ...(isTestVoid ? VOID : {}),
  };
  const where = { organisation_id: organisationId };
  await tx.db.ssoConnection.upsert({
    where,
    create: { ...where, ...settings, id: context.ids.next(), created_at: tx.now },
    update: {
      ...settings,
      version: { increment: 1 },
      ...(isTestVoid ? { tested_settings: { increment: 1 } } : {}),
    },
  });
  if (isOtherProvider) await tx.db.memberIdentity.deleteMany({ where });
  const kept = given ?? (isOtherProvider || body.protocol === 'oidc' ? [] : undefined);
  await writeCertificates(tx, { organisationId, given: kept, metadata });
  const changed = await findConnection(tx.db, organisationId);
  appendOrgEntry(context, tx, {
    organisationId,
    kind: 'sso.changed',
    payload: {
      ...nameAuthor(author),
      connection: changed!.id,
      version: changed!.version,
      ...after,
      secret: body.client_secret !== undefined,
      certificates: changed!.certificates.map(({ fingerprint }) => fingerprint),
      just_in_time: settings.just_in_time,
      default_role: settings.default_role,
      status: changed!.status,
      enforced: changed!.enforced,
    },
  });
  return viewConnection(context, changed);
};

/** Nothing of a test stays where what was tested is another thing now. */
const VOID = {
  status: 'draft',
  enforced: false,
  tested_at: null,
  tested_by: null,
  tested_credential_id: null,
  test_sealed: null,
  test_at: null,
  metadata_fault: null,
} as const;

const requireUrls = (context: Pick<Context, 'config'>, body: Body): void => {
  const { protocol, issuer, sso_url, metadata_url } = body;
  const asked = { ...(protocol === 'oidc' ? { issuer } : {}), metadata_url };
  for (const [name, url] of Object.entries(asked)) {
    const fault = url ? judgeProviderUrl(context, url) : undefined;
    if (fault) throw invalidField(name, fault);
  }
  const fault = sso_url ? judgePageUrl(sso_url) : undefined;
  if (fault) throw invalidField('sso_url', fault);
};

const planSecret = (
  { keyring }: Pick<Context, 'keyring'>,
  {
    organisationId,
    body: { protocol, client_secret },
    isOtherClient,
  }: { organisationId: string; body: Body; isOtherClient: boolean },
): { client_secret_sealed?: string | null } => {
  if (protocol === 'saml' || client_secret === null) return { client_secret_sealed: null };
  if (client_secret === undefined) return isOtherClient ? { client_secret_sealed: null } : {};
  return { client_secret_sealed: keyring.seal(client_secret, clientSecretSeal(organisationId)) };
};

const keepsOne = (held: Connection | null, given: ReadCertificate[] | undefined): boolean => {
  if (!held || !given || held.certificates.length === 0) return !given || given.length === 0;
  return held.certificates.some(({ fingerprint }) => given.some((each) => each.fingerprint === fingerprint));
};

const fillFrom = (sent: Body, metadata: ProviderMetadata | undefined): Body =>
  metadata
    ? { ...sent, issuer: sent.issuer ?? metadata.entityId, sso_url: sent.sso_url ?? metadata.ssoUrl }
    : sent;

const writeCertificates = async (
  tx: Tx,
  {
    organisationId,
    given,
    metadata,
  }: {
    organisationId: string;
    given: ReadCertificate[] | undefined;
    metadata: ProviderMetadata | undefined;
  },
): Promise<void> => {
  const where = { organisation_id: organisationId };
  const certificate = tx.db.ssoCertificate;
  if (given)
    await certificate.deleteMany({
      where: { ...where, fingerprint: { notIn: given.map(({ fingerprint }) => fingerprint) } },
    });
  // A row that stays keeps when its end was told; one that is given now, too, becomes a given one.
  const stay = metadata?.certificates
    .map(({ fingerprint }) => fingerprint)
    .filter((shown) => !given?.some(({ fingerprint }) => fingerprint === shown));
  if (stay)
    await certificate.deleteMany({ where: { ...where, source: 'metadata', fingerprint: { notIn: stay } } });
  const data = [
    ...(given ?? []).map((each) => ({ ...where, ...each, source: 'given', created_at: tx.now })),
    ...(metadata ? certificatesOf(tx, organisationId, metadata) : []),
  ];
  await certificate.createMany({ data, skipDuplicates: true });
};
