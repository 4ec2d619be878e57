import type { Campaign, GivenShots, Session } from '@field-inspection/contract';
import { campaignInUse, noSuch, storeShots, writeCell } from '@field-inspection/rules';
import type { CampaignSummary, ReportedSession } from '../../resources/campaigns.ts';
import { findNewestReport } from '../evidence/report-handlers.ts';
import type { FakeHandlers, FakeInput } from '../front/fake-service.ts';
import { listFakePage } from '../front/list-fake-page.ts';
import { findFreeze, readFakeChain } from '../state/fake-chain.ts';
import type { FakeState } from '../state/fake-state.ts';

export const campaignHandlers: FakeHandlers<'campaigns'> = {
  'campaigns.create': (state, { body }) => {
    const at = state.now().toISOString();
    const id = crypto.randomUUID();
    const given = { description: '', shots: [], ...body, ...storeGiven(body) };
    const campaign = { id, ...given, created_at: at } as unknown as Campaign;
    state.campaigns.set(campaign.id, campaign);
    return campaign;
  },
  'campaigns.list': (state, { query }) =>
    listFakePage(state, { items: state.campaigns.values(), list: 'campaigns', query }),
  'campaigns.get': (state, { ids }) => findCampaign(state, ids[0]),
  'campaigns.update': (state, { ids, body }) => {
    const changed = { ...findCampaign(state, ids[0]), ...body, ...storeGiven(body) };
    state.campaigns.set(changed.id, changed);
    return changed;
  },
  'campaigns.delete': deleteCampaign,
  'campaigns.report': reportOnCampaign,
  'campaigns.listReportedSessions': listReportedSessions,
  'campaigns.downloadCsv': (state, { ids, query }) => {
    const sessions = listSessionsOf(state, findCampaign(state, ids[0])).toReversed();
    return writeFakeCsv(
      sessions.map((session) => showReported(state, session)),
      query.delimiter as string | undefined,
    );
  },
  'campaigns.downloadPdf': (state, { ids }) => {
    const { id } = findCampaign(state, ids[0]);
    // Only the first line makes it a PDF.
    return new Blob([`%PDF-1.7\n% the campaign ${id} of the fake\n%%EOF\n`], { type: 'application/pdf' });
  },
};

const storeGiven = ({ shots }: Record<string, unknown>) =>
  shots ? { shots: storeShots(shots as GivenShots) } : {};

function findCampaign({ campaigns }: FakeState, id: string | undefined): Campaign {
  const campaign = campaigns.get(id ?? '');
  if (!campaign) throw noSuch('campaign', id);
  return campaign;
}

const listSessionsOf = ({ sessions }: FakeState, { id }: Campaign): Session[] =>
  [...sessions.values()].filter(({ campaign }) => campaign === id);

function deleteCampaign(state: FakeState, { ids }: FakeInput): void {
  const campaign = findCampaign(state, ids[0]);
  if (listSessionsOf(state, campaign).length > 0) throw campaignInUse();
  state.campaigns.delete(campaign.id);
}

function reportOnCampaign(state: FakeState, { ids }: FakeInput): CampaignSummary {
  const campaign = findCampaign(state, ids[0]);
  const sessions = listSessionsOf(state, campaign);
  const counts = { created: 0, open: 0, recording: 0, closed: 0, expired: 0 };
  const outcomes = { accepted: 0, rejected: 0, inconclusive: 0 };
  for (const { status, outcome } of sessions) {
    counts[status as keyof typeof counts] += 1;
    if (outcome) outcomes[outcome.outcome as keyof typeof outcomes] += 1;
  }
  return {
    campaign: campaign.id,
    session_count: sessions.length,
    status_counts: counts,
    outcome_counts: outcomes,
    first_created_at: sessions[0]?.created_at ?? null,
    last_created_at: sessions.at(-1)?.created_at ?? null,
  };
}

function listReportedSessions(state: FakeState, { ids, query }: FakeInput) {
  const campaign = findCampaign(state, ids[0]);
  const list = `reported sessions ${campaign.id}`;
  const page = listFakePage(state, { items: listSessionsOf(state, campaign), list, query });
  return { ...page, data: page.data.map((session) => showReported(state, session)) };
}

function showReported(state: FakeState, session: Session): ReportedSession {
  const { id, status, type, reference, notes, locale } = session;
  const { scheduled_for, created_at, started_at, ended_at, outcome } = session;
  return {
    ...{ id, status, type, reference, notes, locale },
    ...{ scheduled_for, created_at, started_at, ended_at, outcome },
    audit_chain_hash: findFreeze(state, id) && readFakeChain(state, id).at(-1)!.hash,
    report: linkNewestReport(state, id),
  };
}

function linkNewestReport(state: FakeState, sessionId: string): ReportedSession['report'] {
  if (findFreeze(state, sessionId) === null) return null;
  const report = findNewestReport(state, sessionId);
  if (!report) return null;
  const { id, locale, sha256, byte_size, ready_at, pdf_url } = report;
  return { id, locale, ready_at: ready_at!, pdf_url, sha256: sha256!, byte_size: byte_size! };
}

export function writeFakeCsv(sessions: readonly ReportedSession[], delimiter = ','): Blob {
  const lines = [COLUMNS, ...sessions.map(listCells)].map((cells) => writeLine(cells, delimiter));
  return new Blob(['\uFEFF', ...lines], { type: 'text/csv' });
}

const COLUMNS = [
  ...['session', 'status', 'type', 'reference', 'notes', 'locale'],
  ...['scheduled_for', 'created_at', 'started_at', 'ended_at'],
  ...['outcome', 'outcome_note', 'outcome_set_at', 'audit_chain_hash'],
  ...['report', 'report_sha256', 'report_ready_at'],
];

type Cell = string | null | undefined;

const listCells = ({ report, ...session }: ReportedSession): Cell[] => [
  ...[session.id, session.status, session.type, session.reference, session.notes, session.locale],
  ...[session.scheduled_for, session.created_at, session.started_at, session.ended_at],
  ...[session.outcome?.outcome, session.outcome?.note, session.outcome?.set_at],
  ...[session.audit_chain_hash, report?.id, report?.sha256, report?.ready_at],
];

const writeLine = (cells: readonly Cell[], delimiter: string): string =>
  `${cells.map((cell) => writeCell(cell ?? '', delimiter)).join(delimiter)}\r\n`;
