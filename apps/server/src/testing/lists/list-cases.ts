import type {
  EvidenceKind,
  EventType,
  ListInspectionsQuery,
  ListMembersQuery,
  ListProvisioningQuery,
  ListSessionsQuery,
  ListTemplatesQuery,
} from '@field-inspection/contract';
import type { z } from 'zod';
import type { Context } from '../../context.ts';
import { listReportedSessions } from '../../features/campaign-reports/campaign-summary-routes.ts';
import { listCampaigns } from '../../features/campaigns/campaign-routes.ts';
import { listCredentialPage } from '../../features/credentials/credential-routes.ts';
import { listTokens } from '../../features/credentials/directory-token-routes.ts';
import { listEvidence } from '../../features/evidence/list-evidence.ts';
import { listInspections } from '../../features/inspections/inspection-routes.ts';
import { listGroups, listLog } from '../../features/members/directory/directory-routes.ts';
import { listMembers } from '../../features/members/member-routes.ts';
import { listInvites } from '../../features/participants/participant-routes.ts';
import { listReports } from '../../features/reports/read-reports.ts';
import { listSessions } from '../../features/sessions/session-routes.ts';
import { listDomains } from '../../features/sso/domains/domain-routes.ts';
import { listRecipients } from '../../features/signatures/recipient-routes.ts';
import { listSignatures } from '../../features/signatures/signature-routes.ts';
import { pageSessions } from '../../features/sign-in/member-sessions.ts';
import { pagePasskeys } from '../../features/sign-in/passkeys/member-passkeys.ts';
import { listTemplates } from '../../features/templates/template-routes.ts';
import { listWebhookDeliveries } from '../../features/webhooks/deliveries/list-webhook-deliveries.ts';
import { listWebhookEndpoints } from '../../features/webhooks/endpoints/read-webhook-endpoints.ts';
import { listWhiteboards } from '../../features/whiteboards/whiteboard-routes.ts';

type Query = { limit: number; cursor?: string | undefined } & Record<string, unknown>;

type Asked = { organisationId: string; idOf: (number: number) => string; query: Query };

export type FilterCase = Record<'odd' | 'even' | 'none', object> & {
  /** No index in the list's order serves the filter: each row is asked, up to as many as a page examines. */
  asksEach?: true;
};

export type ListCase = {
  read: (context: Context, asked: Asked) => Promise<{ data: unknown[]; next_cursor: string | null }>;
  filters: (idOf: (number: number) => string) => Record<string, FilterCase>;
};

const WORDS = {
  type: { odd: { type: 'T1' }, even: { type: 'T0' }, none: { type: 'T2' } },
  reference: { odd: { reference: 'R1' }, even: { reference: 'R0' }, none: { reference: 'R2' } },
  metadata: {
    odd: { metadata: { branch: 'B1' } },
    even: { metadata: { branch: 'B0' } },
    none: { metadata: { branch: 'B2' } },
  },
};

const EARLY = '2025-01-01T00:00:00Z';
const LATE = '2027-01-01T00:00:00Z';

/** The lists go by creation, so sessions by their end are looked for among the closed ones. */
const ENDS: Record<string, FilterCase> = {
  // Each closed session that is filled in has an outcome.
  outcome: { odd: { outcome: 'accepted' }, even: { outcome: 'rejected' }, none: { outcome: 'none' } },
  ended_after: {
    odd: { ended_after: EARLY },
    even: { ended_after: EARLY },
    none: { ended_after: LATE },
    asksEach: true,
  },
  ended_before: {
    odd: { ended_before: LATE },
    even: { ended_before: LATE },
    none: { ended_before: EARLY },
    asksEach: true,
  },
};

const ofSessions = (idOf: (number: number) => string, name: string) => ({
  odd: { [name]: idOf(2) },
  even: { [name]: idOf(1) },
  none: { [name]: idOf(3) },
});

const noFilters = () => ({});

const sessionsOfMember: ListCase['read'] = (context, { organisationId, idOf, query }) => {
  const caller = { organisationId, credentialId: idOf(1) };
  return pageSessions(context, { caller, memberId: idOf(2), query });
};

const passkeysOfMember: ListCase['read'] = (context, { organisationId, idOf, query }) =>
  pagePasskeys(context, { organisationId, memberId: idOf(2), query });

const evidenceOf =
  (withRecordings: boolean): ListCase['read'] =>
  (context, { organisationId, query: { limit, cursor, session_id, kind } }) =>
    listEvidence(context, {
      organisationId,
      sessionId: session_id as string | undefined,
      kind: kind as z.infer<typeof EvidenceKind> | undefined,
      withRecordings,
      query: { limit, cursor },
    });

const evidenceFilters: ListCase['filters'] = (idOf) => ({
  session_id: ofSessions(idOf, 'session_id'),
  kind: { odd: { kind: 'photo' }, even: { kind: 'recording' }, none: { kind: 'signature' } },
});

/** The audit chain and the addenda have no filters and an order of their own. */
export const LISTS: Record<string, ListCase> = {
  'sessions.list': {
    read: (context, { organisationId, query }) =>
      listSessions(context, { organisationId, query: query as z.output<typeof ListSessionsQuery> }),
    filters: (idOf) => ({
      status: { odd: { status: 'closed' }, even: { status: 'created' }, none: { status: 'recording' } },
      campaign: ofSessions(idOf, 'campaign'),
      ...WORDS,
      ...ENDS,
      created_after: {
        odd: { created_after: EARLY },
        even: { created_after: EARLY },
        none: { created_after: LATE },
      },
      created_before: {
        odd: { created_before: LATE },
        even: { created_before: LATE },
        none: { created_before: EARLY },
      },
      scheduled_after: {
        odd: { scheduled_after: EARLY },
        even: { scheduled_after: EARLY },
        none: { scheduled_after: LATE },
        asksEach: true,
      },
      scheduled_before: {
        odd: { scheduled_before: LATE },
        even: { scheduled_before: LATE },
        none: { scheduled_before: EARLY },
        asksEach: true,
      },
      live: { odd: { live: 'true' }, even: { live: 'false' }, none: { live: 'true' }, asksEach: true },
    }),
  },
  'inspections.list': {
    read: (context, { organisationId, query }) =>
      listInspections(context, { organisationId, query: query as z.output<typeof ListInspectionsQuery> }),
    filters: () => ({
      status: { odd: { status: 'completed' }, even: { status: 'pending' }, none: { status: 'expired' } },
      ...WORDS,
      ...ENDS,
    }),
  },
  'evidence.list': { read: evidenceOf(true), filters: evidenceFilters },
  'evidence.list without recordings': { read: evidenceOf(false), filters: evidenceFilters },
  'domains.list': {
    read: (context, { organisationId, query }) => listDomains(context, { organisationId, query }),
    filters: noFilters,
  },
  'fieldEvidence.list': {
    read: (context, { organisationId, idOf, query }) =>
      listEvidence(context, {
        ...{ organisationId, sessionId: idOf(1), kind: undefined, withRecordings: false },
        query,
      }),
    filters: noFilters,
  },
  'webhookEvents.list': {
    read: (context, { organisationId, query }) => listWebhookDeliveries(context, { organisationId, query }),
    filters: (idOf) => ({
      endpoint: ofSessions(idOf, 'endpoint'),
      status: { odd: { status: 'delivered' }, even: { status: 'dropped' }, none: { status: 'pending' } },
      event_type: {
        odd: eventType('session.created'),
        even: eventType('session.joined'),
        none: eventType('session.ended'),
      },
      session: ofSessions(idOf, 'session'),
      after_sequence: {
        odd: { endpoint: idOf(2), after_sequence: 0 },
        even: { endpoint: idOf(1), after_sequence: 0 },
        none: { endpoint: idOf(1), after_sequence: 1_000_000 },
      },
    }),
  },
  'whiteboards.list': {
    read: (context, { organisationId, query }) => listWhiteboards(context, { organisationId, query }),
    filters: (idOf) => ({ session_id: ofSessions(idOf, 'session_id') }),
  },
  'campaigns.list': {
    read: (context, { organisationId, query }) => listCampaigns(context, { organisationId, query }),
    filters: noFilters,
  },
  'templates.list': {
    read: (context, { organisationId, query }) =>
      listTemplates(context, {
        organisationId,
        query: { archived: 'false', ...query } as z.output<typeof ListTemplatesQuery>,
      }),
    filters: () => ({
      // None that is filled in is archived.
      archived: { odd: { archived: 'false' }, even: { archived: 'false' }, none: { archived: 'true' } },
    }),
  },
  'members.list': {
    read: (context, { organisationId, query }) =>
      listMembers(context, { organisationId, query: query as z.output<typeof ListMembersQuery> }),
    filters: () => ({
      status: { odd: { status: 'active' }, even: { status: 'disabled' }, none: { status: 'invited' } },
      role: { odd: { role: 'inspector' }, even: { role: 'observer' }, none: { role: 'auditor' } },
    }),
  },
  'credentials.list': {
    read: (context, { organisationId, query }) => listCredentialPage(context, { organisationId, query }),
    filters: noFilters,
  },
  'members.listPasskeys': { read: passkeysOfMember, filters: noFilters },
  'me.listOwnPasskeys': { read: passkeysOfMember, filters: noFilters },
  'memberSessions.list': { read: sessionsOfMember, filters: noFilters },
  'me.listOwnSessions': { read: sessionsOfMember, filters: noFilters },
  'directory.listTokens': {
    read: (context, { organisationId, query }) => listTokens(context, { organisationId, query }),
    filters: noFilters,
  },
  'directory.listGroups': {
    read: (context, { organisationId, query }) => listGroups(context, { organisationId, query }),
    filters: noFilters,
  },
  'directory.listLog': {
    read: (context, { organisationId, query }) =>
      listLog(context, { organisationId, query: query as z.output<typeof ListProvisioningQuery> }),
    filters: () => ({
      outcome: { odd: { outcome: 'applied' }, even: { outcome: 'refused' }, none: { outcome: 'unchanged' } },
    }),
  },
  'campaigns.listReportedSessions': {
    read: (context, { organisationId, idOf, query }) =>
      listReportedSessions(context, { organisationId, campaignId: idOf(1), query }),
    filters: noFilters,
  },
  'webhookEndpoints.list': {
    read: (context, { organisationId, query }) =>
      listWebhookEndpoints(context, { organisationId, route: 'webhook-endpoints', query }),
    filters: noFilters,
  },
  'webhooks.list': {
    read: (context, { organisationId, query }) =>
      listWebhookEndpoints(context, { organisationId, route: 'webhooks', query }),
    filters: noFilters,
  },
  'participants.list': {
    read: (context, { organisationId, idOf, query }) =>
      listInvites(context, { organisationId, sessionId: idOf(1), ...query }),
    filters: noFilters,
  },
  'reports.list': {
    read: (context, { organisationId, idOf, query }) =>
      listReports(context, { organisationId, sessionId: idOf(1), query }),
    filters: noFilters,
  },
  'recipients.list': {
    read: (context, { organisationId, idOf, query }) =>
      listRecipients(context, { organisationId, sessionId: idOf(1), query }),
    filters: noFilters,
  },
  'signatures.list': {
    read: (context, { organisationId, idOf, query }) =>
      listSignatures(context, { organisationId, sessionId: idOf(1), query }),
    filters: noFilters,
  },
};

function eventType(event_type: z.infer<typeof EventType>) {
  return { event_type };
}
