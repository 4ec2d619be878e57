import { CONSENT_MATTERS } from '@field-inspection/contract';
import { showLine } from '../../../platform/fonts/show-text.ts';
import type { ReportAuditEvent, ReportInput } from '../input/report-input.ts';
import type { Words } from '../words/write-words.ts';

/** A long trail becomes one sentence that says where it is. */
export const composeAudit = ({ auditTrail, variant, chain }: ReportInput, words: Words) => {
  const { say } = words;
  const heading = say('section.audit');
  const columns = [say('column.number'), say('column.time'), say('column.event')];
  if (variant.auditTrail === 'left_out') {
    return { heading, intro: say('audit.left_out', { count: chain.length }), columns, rows: [] };
  }
  const rows = auditTrail.map((entry) => [
    words.number(entry.sequence),
    words.moment(entry.occurredAt),
    describe(entry, words),
  ]);
  return { heading, intro: say('audit.intro'), columns, rows };
};

const describe = (event: ReportAuditEvent, words: Words): string => {
  const { say } = words;
  switch (event.kind) {
    case 'session.updated':
      return say('audit.session.updated', {
        fields: words.list(event.changes.map((field) => say(`field.${field}`))),
      });
    case 'participant.invited':
    case 'participant.asked':
    case 'participant.reissued':
    case 'participant.revoked':
    case 'participant.joined':
    case 'participant.done':
    case 'participant.left':
    case 'participant.locked':
    case 'otp.requested':
      return say(`audit.${event.kind}`, { name: nameOf(event, words) });
    case 'otp.refused':
      return say('audit.otp.refused', { name: nameOf(event, words), attempt: words.number(event.attempt) });
    case 'consent.changed':
      return describeConsent(event, words);
    case 'evidence.captured':
      return say(`audit.evidence.${event.piece}`, { number: showLine(event.number, 20) }).replace(
        /\s+/g,
        ' ',
      );
    case 'evidence.finding':
    case 'evidence.finding_taken_back':
      return say(`audit.${event.kind}`, { number: showLine(event.number, 20) });
    case 'other':
      return say('audit.other', { kind: showLine(event.name, 100) });
    default:
      return say(`audit.${event.kind}`);
  }
};

const describeConsent = (
  event: Extract<ReportAuditEvent, { kind: 'consent.changed' }>,
  words: Words,
): string => {
  const name = nameOf(event, words);
  return CONSENT_MATTERS.flatMap((matter) => {
    const state = event[matter];
    return state
      ? words.say(`audit.consent.${matter}`, { name, state: words.lower(words.say(`consent.${state}`)) })
      : [];
  }).join(' ');
};

const nameOf = ({ name }: { name: string }, { say }: Words): string => showLine(name, 100) || say('unknown');
