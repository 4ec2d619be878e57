import type { LocaleCode, SessionStatus } from '@field-inspection/contract';
import { invalidParts } from '@field-inspection/rules';
import type { Refusal } from '../../refusals.ts';
import type { Context } from '../../context.ts';
import { createShares } from '../../platform/concurrency/create-shares.ts';
import { describeBrand } from '../branding/exports/describe-brand.ts';
import type { CampaignKey } from '../campaigns/exports/campaign-key.ts';
import { getCampaign } from '../campaigns/exports/get-campaign.ts';
import { type CampaignSession, sealCampaignReport } from '../reports/exports/seal-campaign-report.ts';
import type { CreationSpan } from '../sessions/exports/session-filters.ts';
import { readReportedPages, type ReportedRow } from './reported-session.ts';

/** The most sessions in a report: some 250 pages, rendered while the caller waits. */
export const MOST_SESSIONS = 5_000;

/** An organisation has one report made at a time, so that it takes at most one core from the others. */
const inOrganisation = createShares(1);
export const CAMPAIGN_WAIT_MS = 30_000;

/** The words of sessions that the caller wishes for. */
type Shown = { references: boolean; persons: boolean };

type Wish = CampaignKey & { locale: string; span: CreationSpan; shown: Shown };

/**
 * Makes the sealed report of a campaign as it is now. It is made anew for each call, and not kept: it names each
 * session's report, which is kept, by its hash.
 *
 * @throws {NoPermitError} when other reports of the organisation are made all the while
 */
export const makeCampaignReport = async (
  context: Context,
  { locale, span, shown, ...key }: Wish,
): Promise<Uint8Array> => {
  const campaign = await getCampaign(context, key);
  const organisation = await context.database.prisma.organisation.findUniqueOrThrow({
    where: { id: key.organisationId },
    include: { branding: true, branding_logo: true },
  });
  const { name, primary } = describeBrand(organisation.name, organisation.branding);
  const logo = organisation.branding_logo && Buffer.from(organisation.branding_logo.png).toString('base64');
  return inOrganisation(key.organisationId, { waitMs: CAMPAIGN_WAIT_MS }, async () => {
    const sessions = await readSessions(context, { ...key, ...span }, shown);
    const input = {
      createdAt: context.clock.now().toISOString(),
      locale: locale as LocaleCode,
      timeZone: organisation.time_zone,
      organisation: { name, color: primary, logo },
      campaign,
      createdAfter: toIso(span.created_after),
      createdBefore: toIso(span.created_before),
      sessions,
    };
    const { organisationId } = key;
    return (await sealCampaignReport(context, { organisationId, input })).pdf;
  });
};

const toIso = (time: string | undefined): string | null => (time ? new Date(time).toISOString() : null);

const readSessions = async (
  context: Pick<Context, 'database' | 'keyring'>,
  wanted: CampaignKey & CreationSpan,
  shown: Shown,
): Promise<CampaignSession[]> => {
  const sessions: CampaignSession[] = [];
  for await (const rows of readReportedPages(context, wanted)) {
    const persons = shown.persons ? await readPersons(context, wanted, rows) : null;
    sessions.push(...rows.map((row) => describeSession(row, { shown, persons: persons?.get(row.id) ?? [] })));
    if (sessions.length > MOST_SESSIONS) throw tooMany();
  }
  return sessions;
};

/** A line names three; nobody reads a report for more. */
const PERSONS_MAX = 3;

const readPersons = async (
  { database }: Pick<Context, 'database'>,
  { organisationId }: CampaignKey,
  rows: ReportedRow[],
): Promise<ReadonlyMap<string, string[]>> => {
  const joined = await database.prisma.participant.findMany({
    where: {
      organisation_id: organisationId,
      session_id: { in: rows.map(({ id }) => id) },
      role: 'field',
      joined_at: { not: null },
    },
    select: { session_id: true, recipient_first_name: true, recipient_last_name: true },
    orderBy: [{ joined_at: 'asc' }, { id: 'asc' }],
  });
  return new Map(
    [...Map.groupBy(joined, ({ session_id }) => session_id)].map(([id, persons]) => {
      const names = persons.map((each) => `${each.recipient_first_name} ${each.recipient_last_name}`.trim());
      return [id, [...new Set(names)].filter(Boolean).slice(0, PERSONS_MAX)];
    }),
  );
};

const describeSession = (
  { id, status, outcome, report, ...row }: ReportedRow,
  { shown, persons }: { shown: Shown; persons: string[] },
): CampaignSession => ({
  id,
  reference: shown.references ? row.reference : '',
  siteAddress: shown.persons ? row.site_address : '',
  persons,
  status: status as SessionStatus,
  outcome: outcome as CampaignSession['outcome'],
  createdAt: row.created_at.toISOString(),
  startedAt: row.started_at?.toISOString() ?? null,
  endedAt: row.ended_at?.toISOString() ?? null,
  reportSha256: report?.sha256 ?? null,
});

const tooMany = (): Refusal => {
  const message = `must leave at most ${MOST_SESSIONS} sessions: narrow created_after and created_before, or take the CSV`;
  const path = 'query.created_after';
  return invalidParts([{ path, code: 'too_big', message }]);
};
