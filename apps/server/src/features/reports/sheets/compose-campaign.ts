import { type LocaleCode, OUTCOMES, SESSION_STATUSES, type SessionStatus } from '@field-inspection/contract';
import { MISSING_SIGN, showCode, showLine } from '../../../platform/fonts/show-text.ts';
import { languageTag } from '../../../platform/words/language-tag.ts';
import { type Words, writeWords } from '../words/write-words.ts';
import type { Fact } from './compose-cover.ts';
import type { PlacedPicture } from './compose-figures.ts';
import { readColor } from './compose-sheet.ts';
import { composeWriting } from './compose-writing.ts';
import type { ReportSeal } from '../input/report-input.ts';

/** Plain JSON, and nothing of it is markup. */
export const composeCampaign = (input: CampaignInput, logo: PlacedPicture | null) => {
  const words = writeWords(input.locale, input.timeZone, input.createdAt);
  const title = words.say('campaign.title');
  const name = showLine(input.campaign.name, 60);
  const description = composeWriting(input.campaign.description, words);
  const sheet = {
    language: input.locale,
    region: new Intl.Locale(languageTag(input.locale)).region ?? null,
    color: readColor(input.organisation.color),
    documentTitle: [title, name].filter(Boolean).join(' · '),
    author: showLine(input.organisation.name, 100),
    keywords: [],
    running: {
      left: showLine(input.organisation.name, 60),
      right: words.moment(input.createdAt),
      foot: [title, name].filter(Boolean).join(' · '),
    },
    organisation: showLine(input.organisation.name),
    logo,
    overline: words.say('overline'),
    title,
    subtitle: showLine(input.campaign.name),
    figures: composeFigures(input, words),
    facts: composeFacts(input, words),
    made: words.say('made', { time: words.moment(input.createdAt) }),
    id: showCode(input.campaign.id),
    description: description.lines.length > 0 ? description : null,
    sessions: composeSessions(input, words),
    register: composeRegister(input, words),
    limits: composeLimits(input, words),
  };
  const hasMissing = JSON.stringify(sheet).includes(MISSING_SIGN);
  return { ...sheet, sign: hasMissing ? words.say('sign.missing', { sign: MISSING_SIGN }) : '' };
};

/** Counts the sessions by their outcome, those without one yet among them. `share` is for a bar. */
const composeFigures = ({ sessions }: CampaignInput, words: Words) =>
  [...OUTCOMES, 'none' as const].map((kind) => {
    const share = sessions.filter(({ outcome }) => (outcome ?? 'none') === kind).length;
    return { kind, share, count: words.number(share), label: words.say(`outcome.${kind}`) };
  });

const composeFacts = (input: CampaignInput, words: Words): Fact[] => {
  const { sessions, seal, createdAfter, createdBefore } = input;
  const reported = sessions.filter(({ reportSha256 }) => reportSha256 !== null).length;
  const moment = (time: string | null | undefined) => (time ? words.moment(time) : '');
  const facts = [
    [words.say('campaign.sessions'), words.number(sessions.length)],
    [words.say('label.status'), countStatuses(sessions, words)],
    [words.say('campaign.reports'), words.number(reported)],
    [words.say('campaign.first'), moment(sessions.at(-1)?.createdAt)],
    [words.say('campaign.last'), moment(sessions[0]?.createdAt)],
    [words.say('campaign.from'), moment(createdAfter)],
    [words.say('campaign.before'), moment(createdBefore)],
    [words.say('label.time_zone'), words.zone],
    [words.say('label.seal'), describeSeal(seal, words)],
    ['', seal?.authority ? words.say('seal.authority', { authority: showLine(seal.authority) }) : ''],
  ] as const;
  return facts.filter(([, value]) => value !== '').map(([label, value]) => ({ label, value, mono: false }));
};

const countStatuses = (sessions: CampaignSession[], words: Words): string =>
  SESSION_STATUSES.map((name) => ({ name, count: sessions.filter(({ status }) => status === name).length }))
    .filter(({ count }) => count > 0)
    .map(({ name, count }) => `${words.say(`status.${name}`)}: ${words.number(count)}`)
    .join(' · ');

const describeSeal = (seal: CampaignInput['seal'], { say }: Words): string => {
  if (!seal) return say('seal.none');
  return say(`seal.level.${seal.level}`) + (seal.demo ? ` · ${say('demo')}` : '');
};

/** A column of which no session has anything is left out. */
const composeSessions = ({ sessions }: CampaignInput, words: Words) => {
  const { say } = words;
  const columns = [
    { name: 'number', label: say('column.number'), isShown: true },
    { name: 'named', label: say('label.session'), isShown: sessions.some(isNamed) },
    {
      name: 'persons',
      label: say('label.field_persons', { count: 1 }),
      isShown: sessions.some(({ persons }) => persons.length > 0),
    },
    { name: 'times', label: `${say('label.started')} – ${say('label.ended')}`, isShown: true },
    { name: 'outcome', label: say('label.outcome'), isShown: true },
  ];
  return {
    heading: say('campaign.sessions'),
    columns: columns.filter(({ isShown }) => isShown).map(({ name, label }) => ({ name, label })),
    rows: inOrder(sessions).map((session, index) => composeRow(session, index + 1, words)),
  };
};

const isNamed = ({ reference, siteAddress }: CampaignSession): boolean => (reference || siteAddress) !== '';

/** As they came about: the newest is last. */
const inOrder = (sessions: CampaignSession[]): CampaignSession[] => sessions.toReversed();

const composeRow = (session: CampaignSession, number: number, words: Words) => {
  const { reference, siteAddress, persons, status, outcome, startedAt, endedAt } = session;
  return {
    number: words.number(number),
    id: showCode(session.id),
    reference: showLine(reference, 200),
    address: showLine(siteAddress, 200),
    persons: persons.map((name) => showLine(name, 100)),
    status: words.say(`status.${status}`),
    kind: outcome,
    outcome: outcome === null ? '' : words.say(`outcome.${outcome}`),
    times: [startedAt, endedAt].flatMap((time) => (time ? [words.moment(time)] : [])),
  };
};

/** Leads from the number of a session to it, and to the report that the hash identifies. */
const composeRegister = ({ sessions }: CampaignInput, words: Words) => ({
  heading: words.say('campaign.register'),
  intro: words.say('campaign.intro'),
  columns: [words.say('column.number'), words.say('label.session'), words.say('campaign.report')],
  rows: inOrder(sessions).map(({ id, reportSha256 }, index) => ({
    number: words.number(index + 1),
    id: showCode(id),
    hash: reportSha256 && showCode(reportSha256),
    none: words.say('campaign.no_report'),
  })),
});

const composeLimits = ({ seal }: CampaignInput, { say }: Words): string[] => [
  ...(seal ? [say('proof.seal')] : [say('limit.no_seal')]),
  ...(seal?.demo ? [say('limit.demo', { demo: say('demo') })] : []),
];

/**
 * No words that people wrote in sessions, but for those that are wished for: a sealed report can't be redacted. Times
 * are ISO 8601 in UTC.
 */
export type CampaignInput = {
  createdAt: string;
  locale: LocaleCode;
  timeZone: string;
  /** `color` is the brand's, #rrggbb; null for the service's own. `logo` is a PNG in base64. */
  organisation: { name: string; color: string | null; logo: string | null };
  campaign: { id: string; name: string; description: string };
  createdAfter: string | null;
  createdBefore: string | null;
  sessions: CampaignSession[];
  seal: ReportSeal | null;
};

export type CampaignSession = {
  id: string;
  /** Empty where it is not wished for, as are the two that follow. */
  reference: string;
  siteAddress: string;
  persons: string[];
  status: SessionStatus;
  outcome: (typeof OUTCOMES)[number] | null;
  createdAt: string;
  startedAt: string | null;
  endedAt: string | null;
  reportSha256: string | null;
};
