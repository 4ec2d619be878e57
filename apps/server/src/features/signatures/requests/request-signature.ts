import type { LocaleCode, RequestedSignature, RequestSignatureBody } from '@field-inspection/contract';
import { DEAD_TOKEN_KEPT_MS, requireUnredacted } from '@field-inspection/rules';
import type { z } from 'zod';
import { ApiError, invalidField, noSuch } from '../../../api-error.ts';
import type { Context } from '../../../context.ts';
import { readPhoneFor } from '../../../platform/messages/read-phone.ts';
import { hashToken } from '../../../platform/secrets/hash-token.ts';
import type { Tx } from '../../../platform/database/transact.ts';
import { countMessages } from '../../notifications/exports/count-messages.ts';
import { queueMessages } from '../../notifications/exports/queue-messages.ts';
import { signDomainOf, signUrlOf } from '../../notifications/exports/message-links.ts';
import { findNewestReport } from '../../reports/exports/find-newest-report.ts';
import { lockSessionRow, type SessionKey } from '../../sessions/exports/lock-session.ts';
import type { ProviderName } from '../providers/protocol/signature-provider.ts';
import { listSignerChannels, viewSignature, type SignatureRow } from '../state/signature-view.ts';
import { openProviders } from '../providers/list-providers.ts';

type Body = z.output<typeof RequestSignatureBody>;
type RequestContext = Pick<
  Context,
  'config' | 'secrets' | 'demoSigner' | 'clock' | 'random' | 'ids' | 'keyring' | 'database'
>;

export const LIFETIME_MS = 14 * 86_400_000;
const SIGNATURES_PER_SESSION = 50;

/** `timeZone` is the organisation's. */
type Asked = { linkDomain: string | null; timeZone: string; body: Body };

/** Asks a person for a signature on the newest report of a session. Only the reply has the link. */
export const requestSignature = async (
  context: RequestContext,
  tx: Tx,
  { organisationId, sessionId, linkDomain, timeZone, body }: SessionKey & Asked,
): Promise<RequestedSignature> => {
  // The session's lock bounds them, however many requests come at once.
  const session = await lockSessionRow(tx, { organisationId, sessionId });
  if (!session) throw noSuch('session', sessionId);
  requireUnredacted(session);
  const signer = readSigner(context, { body, timeZone });
  const provider = await chooseProvider(context, body);
  const report = await findNewestReport(context, { organisationId, sessionId });
  if (!report) {
    throw new ApiError(
      'evidence_not_ready',
      'No report is ready yet. session.completed tells when the first one is.',
    );
  }
  await requireQuota(tx, { organisationId, sessionId });
  const row = await tx.db.signature.create({
    data: {
      organisation_id: organisationId,
      id: context.ids.next(),
      session_id: sessionId,
      report_id: report.id,
      root_report_id: report.revision_of ?? report.id,
      level: body.level,
      provider,
      locale: body.locale ?? (session.locale as LocaleCode),
      ...signer,
      expires_at: new Date(tx.now.getTime() + LIFETIME_MS),
      created_at: tx.now,
      updated_at: tx.now,
    },
  });
  const token = context.random.bytes(32).toString('base64url');
  await tx.db.signingToken.create({
    data: {
      token_hash: hashToken(token),
      organisation_id: organisationId,
      signature_id: row.id,
      kind: 'link',
      kept_until: new Date(row.expires_at.getTime() + DEAD_TOKEN_KEPT_MS),
    },
  });
  if (body.send_link) await sendLink(context, tx, { row, token });
  return {
    ...viewSignature(row, tx.now),
    sign_url: signUrlOf(context, { token, linkDomain: signDomainOf(row, linkDomain) }),
  };
};

const readSigner = (
  { config }: Pick<Context, 'config'>,
  { body: { signer }, timeZone }: Pick<Asked, 'body' | 'timeZone'>,
) => {
  const signer_email = signer.email ?? '';
  const given = signer.phone ?? '';
  if (signer_email === '' && given === '') {
    throw invalidField('signer.email', 'is needed, or phone: the code is sent there');
  }
  const signer_phone = given === '' ? '' : readPhoneFor(config, timeZone)('signer.phone', given);
  return { signer_name: signer.name, signer_email, signer_phone };
};

/** Chooses the named provider, else the remote one, else demo mode's; each only where it is configured. */
const chooseProvider = async (
  context: RequestContext,
  { provider: asked, level }: Body,
): Promise<ProviderName> => {
  const names = (await openProviders(context)).map(({ name }) => name);
  const provider = asked ?? (names.includes('csc') ? 'csc' : 'demo');
  if (!names.includes(provider)) {
    throw invalidField(
      'provider',
      `this server does not have ${provider}: its operator has to set CSC_URL, or start it in demo mode`,
    );
  }
  if (provider === 'demo' && level !== 'SES') {
    throw invalidField('level', 'must be SES: the provider demo gives no other');
  }
  return provider;
};

const requireQuota = async (tx: Tx, { organisationId, sessionId }: SessionKey): Promise<void> => {
  const count = await tx.db.signature.count({
    where: { organisation_id: organisationId, session_id: sessionId },
  });
  if (count < SIGNATURES_PER_SESSION) return;
  throw new ApiError(
    'session.invalid_state',
    `The session has ${SIGNATURES_PER_SESSION} signatures, those included that came to nothing.`,
  );
};

// Sends the link by one channel: a later code goes over all channels.
const sendLink = async (
  context: RequestContext,
  tx: Tx,
  { row, token }: { row: SignatureRow; token: string },
): Promise<void> => {
  const { organisation_id, id, session_id, locale } = row;
  const { channel, recipient } = listSignerChannels(row)[0]!;
  const kind = 'signature_request';
  await countMessages(context, tx, { organisationId: organisation_id, messages: [{ kind, recipient }] });
  queueMessages(context, tx, [
    {
      session: { organisation_id, id: session_id, locale },
      signatureId: id,
      kind,
      channel,
      recipient,
      secret: token,
      dedupeKey: `signature_request:${id}`,
      expiresAt: row.expires_at,
    },
  ]);
};
