import type { Context } from './context.ts';
import type { Health } from './http/probes/health.ts';
import type { ContractImplementations } from './http/routes/implement-routes.ts';
import { summaryRoutes } from './features/anchors/summary-routes.ts';
import { orgHeadRoutes, verificationRoutes } from './features/anchors/head-routes.ts';
import { whiteboardTimestampRoutes } from './features/anchors/whiteboards/whiteboard-timestamp-routes.ts';
import { chainRoutes, orgAuditRoutes } from './features/audit/chain-routes.ts';
import { brandingRoutes } from './features/branding/branding-routes.ts';
import { billingRoutes } from './features/billing/billing-routes.ts';
import { bundleRoutes } from './features/bundle/bundle-routes.ts';
import { campaignSummaryRoutes } from './features/campaign-reports/campaign-summary-routes.ts';
import { campaignRoutes } from './features/campaigns/campaign-routes.ts';
import { credentialRoutes } from './features/credentials/credential-routes.ts';
import { directoryTokenRoutes } from './features/credentials/directory-token-routes.ts';
import { keyRoutes } from './features/credentials/key-routes.ts';
import { exportRoutes } from './features/organisation-export/export-routes.ts';
import { fieldEvidenceRoutes } from './features/evidence/field-evidence-routes.ts';
import { fieldRoutes } from './features/field/field-routes.ts';
import { inspectionRoutes } from './features/inspections/inspection-routes.ts';
import { previewBranding } from './features/join-page/preview-branding.ts';
import { joinRoutes } from './features/join/join-routes.ts';
import { directoryRoutes } from './features/members/directory/directory-routes.ts';
import { invitationRoutes, memberRoutes } from './features/members/member-routes.ts';
import { orgRoutes } from './features/organisations/org-routes.ts';
import { messageTextRoutes } from './features/notifications/texts/message-text-routes.ts';
import { participantRoutes } from './features/participants/participant-routes.ts';
import { retentionPolicyRoutes, retentionRoutes } from './features/retention/retention-routes.ts';
import { reportRoutes } from './features/reports/report-routes.ts';
import { recipientRoutes } from './features/signatures/recipient-routes.ts';
import { signatureRoutes } from './features/signatures/signature-routes.ts';
import { signingRoutes } from './features/signatures/signing-routes.ts';
import { meRoutes, memberSessionRoutes } from './features/sign-in/me-routes.ts';
import { memberPasskeyRoutes, passkeyRoutes } from './features/sign-in/passkeys/passkey-routes.ts';
import { signInRoutes } from './features/sign-in/sign-in-routes.ts';
import { sessionRoutes } from './features/sessions/session-routes.ts';
import { domainRoutes } from './features/sso/domains/domain-routes.ts';
import { atProvider } from './features/sso/routes/at-provider.ts';
import { ssoRoutes } from './features/sso/routes/sso-routes.ts';
import { templateRoutes } from './features/templates/template-routes.ts';
import {
  webhookEndpointRoutes,
  webhookRoutes,
} from './features/webhooks/endpoints/webhook-endpoint-routes.ts';
import { fieldWhiteboardRoutes } from './features/whiteboards/field-whiteboard-routes.ts';
import { evidenceRoutes } from './features/evidence/evidence-routes.ts';
import { whiteboardRoutes } from './features/whiteboards/whiteboard-routes.ts';
import { webhookEventRoutes } from './features/webhooks/deliveries/webhook-event-routes.ts';
import { createPullWaits } from './features/webhooks/pull/create-pull-waits.ts';

export const createRoutes = (context: Context, health: Health): ContractImplementations => ({
  sessions: { ...sessionRoutes(context), ...retentionRoutes(context) },
  participants: participantRoutes(context),
  join: joinRoutes(context),
  field: fieldRoutes(context),
  fieldEvidence: fieldEvidenceRoutes(context),
  fieldWhiteboards: fieldWhiteboardRoutes(context),
  evidence: {
    ...evidenceRoutes(context),
    ...summaryRoutes(context),
    ...chainRoutes(context),
    ...bundleRoutes(context),
  },
  reports: reportRoutes(context),
  recipients: recipientRoutes(context),
  signatures: signatureRoutes(context),
  signing: signingRoutes(context),
  whiteboards: { ...whiteboardRoutes(context), ...whiteboardTimestampRoutes(context) },
  verification: verificationRoutes(context),
  campaigns: { ...campaignRoutes(context), ...campaignSummaryRoutes(context) },
  templates: templateRoutes(context),
  webhookEndpoints: webhookEndpointRoutes(context, createPullWaits(context, health)),
  webhookEvents: webhookEventRoutes(context),
  inspections: inspectionRoutes(context),
  webhooks: webhookRoutes(context),
  org: { ...orgRoutes(context), ...orgAuditRoutes(context), ...orgHeadRoutes(context) },
  members: { ...memberRoutes(context), ...memberPasskeyRoutes(context) },
  invitations: invitationRoutes(context),
  memberSessions: memberSessionRoutes(context),
  credentials: credentialRoutes(context),
  directory: { ...directoryRoutes(context), ...directoryTokenRoutes(context) },
  sso: ssoRoutes(context),
  domains: domainRoutes(context),
  keys: keyRoutes(context),
  me: { ...meRoutes(context, atProvider(context)), ...passkeyRoutes(context) },
  signIn: signInRoutes(context, atProvider(context)),
  branding: brandingRoutes(context, previewBranding),
  messages: messageTextRoutes(context),
  billing: billingRoutes(context),
  retention: retentionPolicyRoutes(context),
  exports: exportRoutes(context),
});
