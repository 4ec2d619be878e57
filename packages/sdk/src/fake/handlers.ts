import { campaignHandlers } from './campaigns/campaign-handlers.ts';
import type { RouteName } from './contract/routes.ts';
import { webhookEndpointHandlers, webhookHandlers } from './deliveries/webhook-endpoint-handlers.ts';
import { webhookEventHandlers } from './deliveries/webhook-event-handlers.ts';
import { evidenceHandlers, verificationHandlers } from './evidence/evidence-handlers.ts';
import { exportHandlers } from './evidence/export-handlers.ts';
import { recipientHandlers } from './evidence/recipient-handlers.ts';
import { reportHandlers } from './evidence/report-handlers.ts';
import { signatureHandlers } from './evidence/signature-handlers.ts';
import { whiteboardHandlers } from './evidence/whiteboard-handlers.ts';
import type { FakeHandler } from './front/fake-service.ts';
import { billingHandlers } from './org/billing-handlers.ts';
import { brandingHandlers } from './org/branding-handlers.ts';
import { credentialHandlers, keyHandlers } from './org/credential-handlers.ts';
import { directoryHandlers } from './org/directory-handlers.ts';
import { meHandlers, memberSessionHandlers } from './org/me-handlers.ts';
import { invitationHandlers, memberHandlers } from './org/member-handlers.ts';
import { messageTextHandlers } from './org/message-text-handlers.ts';
import { orgHandlers, retentionPolicyHandlers } from './org/org-handlers.ts';
import { memberPasskeyHandlers } from './org/passkey-handlers.ts';
import { domainHandlers, ssoHandlers } from './org/sso-handlers.ts';
import { tellOrgFact } from './org/tell-org-fact.ts';
import { inspectionHandlers } from './sessions/inspection-handlers.ts';
import { joinHandlers } from './sessions/join-handlers.ts';
import { participantHandlers } from './sessions/participant-handlers.ts';
import { recordingHandlers } from './sessions/recording-handlers.ts';
import { retentionHandlers } from './sessions/retention-handlers.ts';
import { sessionHandlers } from './sessions/session-handlers.ts';
import { templateHandlers } from './templates/template-handlers.ts';

/** A missing handler does not compile. */
const ROUTE_HANDLERS: Readonly<Record<RouteName, FakeHandler>> = {
  ...sessionHandlers,
  ...recordingHandlers,
  ...retentionHandlers,
  ...participantHandlers,
  ...joinHandlers,
  ...evidenceHandlers,
  ...reportHandlers,
  ...recipientHandlers,
  ...signatureHandlers,
  ...whiteboardHandlers,
  ...verificationHandlers,
  ...campaignHandlers,
  ...templateHandlers,
  ...webhookEndpointHandlers,
  ...webhookEventHandlers,
  ...inspectionHandlers,
  ...webhookHandlers,
  ...orgHandlers,
  ...memberHandlers,
  ...memberPasskeyHandlers,
  ...invitationHandlers,
  ...credentialHandlers,
  ...directoryHandlers,
  ...ssoHandlers,
  ...domainHandlers,
  ...keyHandlers,
  ...meHandlers,
  ...memberSessionHandlers,
  ...brandingHandlers,
  ...messageTextHandlers,
  ...billingHandlers,
  ...retentionPolicyHandlers,
  ...exportHandlers,
};

export const HANDLERS = Object.fromEntries(
  Object.entries(ROUTE_HANDLERS).map(([name, handler]) => [name, tellOrgFact(name as RouteName, handler)]),
) as typeof ROUTE_HANDLERS;
