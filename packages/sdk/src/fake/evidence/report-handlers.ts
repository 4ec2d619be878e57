import type { Report } from '@field-inspection/contract';
import { describeNewReport, factOfReport, noReportYet, noSuch } from '@field-inspection/rules';
import { publishFakeEvent } from '../deliveries/publish-fake-event.ts';
import type { FakeHandlers, FakeInput } from '../front/fake-service.ts';
import { listFakePage } from '../front/list-fake-page.ts';
import { countFakePhotos, findSession, refuseRedacted } from '../sessions/session-handlers.ts';
import { addFakeAddendum, digestFakeBytes, findFreeze } from '../state/fake-chain.ts';
import { exampleReport } from '../state/fake-examples.ts';
import type { FakeState } from '../state/fake-state.ts';
import { shareFakeReport } from './share-fake-report.ts';

export const reportHandlers: FakeHandlers<'reports'> = {
  'reports.list': listReports,
  'reports.create': createReport,
  'reports.get': getReport,
  'reports.download': downloadReport,
};

function listReports(state: FakeState, { ids, query }: FakeInput) {
  const { id } = findSession(state, ids[0]);
  return listFakePage(state, { items: readReports(state, id), list: `reports ${id}`, query });
}

function createReport(state: FakeState, { ids, body }: FakeInput): Report {
  const session = findSession(state, ids[0]);
  const form = describeNewReport(session, body as Partial<Report>, {
    frozenAt: findFreeze(state, session.id),
    count: readReports(state, session.id).filter(({ revision_of }) => revision_of === null).length,
    photoCount: countFakePhotos(state, session.id),
  });
  return addReport(state, session.id, form);
}

function getReport(state: FakeState, { ids: [sessionId = '', id] }: FakeInput): Report {
  const report = readReports(state, sessionId).find((each) => each.id === id);
  if (!report) throw noSuch('report', id);
  return report;
}

function downloadReport(state: FakeState, { ids }: FakeInput): Blob {
  const { id } = findSession(state, ids[0]);
  refuseRedacted(state, id);
  const report = findNewestReport(state, id);
  if (report) return new Blob([writePdf(report)], { type: 'application/pdf' });
  throw noReportYet();
}

export const findNewestReport = (state: FakeState, sessionId: string): Report | undefined =>
  readReports(state, sessionId).findLast(({ status }) => status === 'ready');

export function makeFakeReports(state: FakeState, sessionId: string): Report[] {
  findSession(state, sessionId);
  const [first, ...others] = readReports(state, sessionId);
  if (!first) throw new Error('The chain is not frozen: end the session first');
  const isCompleted = first.status === 'ready';
  const made = [first, ...others].filter(({ status }) => status === 'queued');
  const ready = made.map((report) => makeReport(state, report));
  if (isCompleted) return ready;
  const { id, sha256, byte_size, locale } = ready[0]!;
  const { status, ready_at } = ready[0]!;
  publishFakeEvent(state, 'session.completed', {
    ...findSession(state, sessionId),
    report: { id, status, sha256, byte_size, locale, ready_at: ready_at! },
  });
  shareFakeReport(state, sessionId, id);
  return ready;
}

const readReports = ({ reports }: FakeState, sessionId: string): Report[] =>
  [...reports.values()].filter(({ session }) => session === sessionId);

function addReport(state: FakeState, sessionId: string, given: Partial<Report>): Report {
  const report = { ...exampleReport(sessionId, state.now().toISOString()), ...given };
  state.reports.set(report.id, report);
  return report;
}

export function addSignedReport(state: FakeState, sessionId: string): Report & Made {
  const newest = findNewestReport(state, sessionId);
  if (!newest) throw new Error('No report is ready: make the reports first');
  const at = state.now().toISOString();
  const copy = { ...newest, id: crypto.randomUUID(), revision_of: newest.revision_of ?? newest.id };
  const report = { ...copy, created_at: at, ...finishReport(state, copy) };
  state.reports.set(report.id, report);
  return report;
}

function makeReport(state: FakeState, report: Report): Report {
  const ready = { ...report, ...finishReport(state, report) };
  state.reports.set(report.id, ready);
  const { id, status, ready_at, seal } = ready;
  const session = findSession(state, report.session);
  if (session.report?.id === id)
    state.sessions.set(session.id, { ...session, report: { id, status, ready_at } });
  addFakeAddendum(state, report.session, factOfReport({ ...ready, seal: seal.level }));
  return ready;
}

type Made = { sha256: string; byte_size: number };

function finishReport(state: FakeState, report: Report) {
  const bytes = writePdf(report);
  return {
    status: 'ready' as const,
    sha256: digestFakeBytes(bytes),
    byte_size: bytes.length,
    pages: 1,
    seal: { level: 'B-B' as const, authority: null, demo: true },
    pdf_url: `${state.baseUrl}/v1/reports/${report.id}.pdf?expires=0&signature=fake`,
    ready_at: state.now().toISOString(),
  };
}

/** Only the first line makes it a PDF. */
const writePdf = ({ id }: Report) =>
  new TextEncoder().encode(`%PDF-1.7\n% the report ${id} of the fake\n%%EOF\n`);
