import { describe, expect, it } from 'vitest';
import { Refusal } from '../refusal.ts';
import { isShared, storeRecipients } from './report-recipients.ts';

const EVA = { name: 'Eva Brandt', email: 'eva@example.com' };

describe('the recipients of a report', () => {
  it('are kept without the spaces around a name, in the order in which they were given', () => {
    const ada = { name: 'Ada', email: 'ada@example.com' };
    expect(storeRecipients([{ ...EVA, name: ' Eva Brandt ' }, ada])).toEqual([EVA, ada]);
  });

  it('are refused where an address stands twice, in whichever letters', () => {
    const twice = () => storeRecipients([EVA, { name: 'Another', email: 'EVA@Example.com' }]);
    expect(twice).toThrow(Refusal);
    expect(twice).toThrow('body.report_recipients: must name each address once');
  });
});

describe('a report', () => {
  const session = { started_at: '2030-03-04T10:30:00.000Z', redacted_at: null, report_recipients: [EVA] };
  it.each([
    ['is sent to the recipients of a session that somebody joined', true, {}],
    ['is sent to nobody where nobody joined', false, { started_at: null }],
    ['is sent to nobody where nobody is named', false, { report_recipients: [] }],
    ['is sent to nobody once the session is redacted', false, { redacted_at: session.started_at }],
  ])('%s', (_, expected, changes) => {
    expect(isShared({ ...session, ...changes })).toBe(expected);
  });
});
