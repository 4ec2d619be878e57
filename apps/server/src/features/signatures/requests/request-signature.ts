import type { LocaleCode, RequestedSignature, RequestSignatureBody } from '@field-inspection/contract';
import {
  DEAD_TOKEN_KEPT_MS,
  describeSigner,
  requireGivenLevel,
  requireSignable,
  requireUnredacted,
  SIGNATURE_LIFETIME_MS,
} from '@field-inspection/rules';
import type { z } from 'zod';
import { invalidField, noSuch } from '../../../refusals.ts';
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
  'config' | 'secrets' | 'demoSigner' | 'clock' | 'random' | 'ids' | 'keyring' | 'database' | 'metrics'
>;

type Asked = { linkDomain: string | null; timeZone: string; body: Body };

export const requestSignature = async (
  context: RequestContext,
  tx: Tx,
  { organisationId, sessionId, linkDomain, timeZone, body }: SessionKey & Asked,
): Promise<RequestedSignature> => {
  // The session's lock bounds the number of signatures, however many requests come at once.
  const session = await lockSessionRow(tx, { organisationId, sessionId });
  if (!session) throw noSuch('session', sessionId);
  requireUnredacted(session);
  const signer = describeSigner(body.signer, readPhoneFor(context.config, timeZone));
  const provider = await chooseProvider(context, body);
  const report = requireSignable(await findNewestReport(context, { organisationId, sessionId }), {
    count: await tx.db.signature.count({
      where: { organisation_id: organisationId, session_id: sessionId, purpose: 'sign' },
    }),
  });
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
      signer_name: signer.name,
      signer_email: signer.email,
      signer_phone: signer.phone,
      expires_at: new Date(tx.now.getTime() + SIGNATURE_LIFETIME_MS),
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
  requireGivenLevel(provider, level);
  return provider;
};

// The link goes by one channel; a later code goes over all.
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
