import { type LocaleCode, OUTCOMES, SESSION_STATUSES, type SessionStatus } from '@field-inspection/contract';
import { MISSING_SIGN, showCode, showLine } from '../../../platform/fonts/show-text.ts';
import { languageTag } from '../../../platform/words/language-tag.ts';
import { type Words, writeWords } from '../words/write-words.ts';
import type { Fact } from './compose-cover.ts';
import { readColor } from './compose-sheet.ts';
import { composeWriting } from './compose-writing.ts';
import type { ReportSeal } from '../input/report-input.ts';

/** Plain JSON, and nothing of it is markup. */
export const composeCampaign = (input: CampaignInput) => {
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
      right: showCode(input.campaign.id),
      foot: [title, name].filter(Boolean).join(' · '),
    },
    overline: words.say('overline'),
    title,
    subtitle: showLine(input.campaign.name),
    figures: composeFigures(input, words),
    facts: composeFacts(input, words),
    made: words.say('made', { time: words.moment(input.createdAt) }),
    description: description.lines.length > 0 ? description : null,
    sessions: composeSessions(input, words),
    limits: composeLimits(input, words),
  };
  const hasMissing = JSON.stringify(sheet).includes(MISSING_SIGN);
  return { ...sheet, sign: hasMissing ? words.say('sign.missing', { sign: MISSING_SIGN }) : '' };
};

const composeFigures = ({ sessions }: CampaignInput, words: Words) => {
  const countOf = (status: string) => sessions.filter((session) => session.status === status).length;
  const reported = sessions.filter(({ reportSha256 }) => reportSha256 !== null).length;
  const states = SESSION_STATUSES.map((status) => [words.say(`status.${status}`), countOf(status)] as const);
  const figures = [
    [words.say('campaign.sessions'), sessions.length] as const,
    [words.say('campaign.reports'), reported] as const,
    ...states.filter(([, count]) => count > 0),
  ];
  return figures.map(([label, count]) => ({ count: words.number(count), label }));
};

const composeFacts = (input: CampaignInput, words: Words): Fact[] => {
  const { sessions, seal, createdAfter, createdBefore } = input;
  const moment = (time: string | null | undefined) => (time ? words.moment(time) : '');
  const facts = [
    [words.say('label.outcome'), countOutcomes(sessions, words)],
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

const countOutcomes = (sessions: CampaignSession[], words: Words): string =>
  OUTCOMES.map((name) => ({ name, count: sessions.filter(({ outcome }) => outcome === name).length }))
    .filter(({ count }) => count > 0)
    .map(({ name, count }) => `${words.say(`outcome.${name}`)}: ${words.number(count)}`)
    .join(' · ');

const describeSeal = (seal: CampaignInput['seal'], { say }: Words): string => {
  if (!seal) return say('seal.none');
  return say(`seal.level.${seal.level}`) + (seal.demo ? ` · ${say('demo')}` : '');
};

const composeSessions = ({ sessions }: CampaignInput, words: Words) => ({
  heading: words.say('campaign.sessions'),
  intro: words.say('campaign.intro'),
  columns: [
    words.say('label.session'),
    words.say('label.status'),
    `${words.say('label.started')} – ${words.say('label.ended')}`,
    words.say('campaign.report'),
  ],
  rows: sessions.map((session) => composeRow(session, words)),
});

const composeRow = (
  { id, status, outcome, startedAt, endedAt, reportSha256 }: CampaignSession,
  words: Words,
) => ({
  id: showCode(id),
  status: words.say(`status.${status}`),
  outcome: outcome === null ? '' : words.say(`outcome.${outcome}`),
  times: [startedAt, endedAt].flatMap((time) => (time ? [words.moment(time)] : [])),
  hash: reportSha256 && showCode(reportSha256),
  none: words.say('campaign.no_report'),
});

const composeLimits = ({ seal }: CampaignInput, { say }: Words): string[] => [
  ...(seal ? [say('proof.seal')] : [say('limit.no_seal')]),
  ...(seal?.demo ? [say('limit.demo', { demo: say('demo') })] : []),
];

/** No words that people wrote in sessions: a sealed report can't be redacted. Times are ISO 8601 in UTC. */
export type CampaignInput = {
  createdAt: string;
  locale: LocaleCode;
  timeZone: string;
  /** `color` is the brand's, #rrggbb; null for the service's own. */
  organisation: { name: string; color: string | null };
  campaign: { id: string; name: string; description: string };
  createdAfter: string | null;
  createdBefore: string | null;
  sessions: CampaignSession[];
  seal: ReportSeal | null;
};

export type CampaignSession = {
  id: string;
  status: SessionStatus;
  outcome: (typeof OUTCOMES)[number] | null;
  createdAt: string;
  startedAt: string | null;
  endedAt: string | null;
  reportSha256: string | null;
};
