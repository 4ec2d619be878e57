import type { LocaleCode, Report } from '@field-inspection/contract';
import type { Fact } from '../effects.ts';
import { Refusal } from '../refusal.ts';
import { requireUnredacted } from '../sessions/session-state.ts';

/** Photos that a report shows large unless it is asked otherwise: two pages of them. */
const LARGE_PHOTOS = 12;

export const choosePhotos = (photoCount: number): Report['photos'] =>
  photoCount > LARGE_PHOTOS ? 'contact_sheet' : 'full';

/** Each report is kept, and costs a rendering. */
const REPORTS_PER_SESSION = 50;

type Form = Pick<Report, 'locale' | 'audit_trail' | 'photos'>;

type AskedForm = { [Name in keyof Form]?: Form[Name] | undefined };

export const describeNewReport = (
  session: { locale: string; redacted_at: unknown },
  asked: AskedForm = {},
  { frozenAt, count, photoCount }: { frozenAt: unknown; count: number; photoCount: number },
): Form => {
  requireUnredacted(session);
  requireFrozen(frozenAt, 'A report can be made once the session has ended and its uploads are done.');
  if (count >= REPORTS_PER_SESSION) {
    const detail = `The session has ${REPORTS_PER_SESSION} reports. Use one of them.`;
    throw new Refusal('session.invalid_state', detail);
  }
  const { locale = session.locale as LocaleCode, audit_trail = true } = asked;
  return { locale, audit_trail, photos: asked.photos ?? choosePhotos(photoCount) };
};

/** Gives the time since when a chain is final; refuses a bundle before it. */
export const requireBundle = <At>({ frozen_at }: { frozen_at: At | null }): At =>
  requireFrozen(frozen_at, 'The bundle is there when the session has ended and no upload is under way.');

const requireFrozen = <At>(frozenAt: At | null | undefined, then: string): At => {
  if (frozenAt) return frozenAt;
  throw new Refusal('evidence_not_ready', `The audit chain still grows. ${then}`);
};

export const noReportYet = (): Refusal =>
  new Refusal('evidence_not_ready', 'No report is ready yet. session.completed tells when the first one is.');

type Made = { id: string; sha256: string; byte_size: number; locale: string; seal: string | undefined };

export const factOfReport = ({ id, sha256, byte_size, locale, seal }: Made): Fact => ({
  kind: 'report.ready',
  payload: { report_id: id, sha256, byte_size, locale, seal: seal ?? '' },
});
