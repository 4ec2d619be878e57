import { describe, expect, it } from 'vitest';
import { composeQuery, readFilters } from './read-filters.ts';

describe('the filters of an address', () => {
  it('are those that the list knows, without what is empty, repeated or no day', () => {
    const search = {
      status: 'closed',
      reference: ' CLM-1 ',
      type: '',
      outcome: ['accepted', 'rejected'],
      from: '2026-11-30',
      until: '2026-13-40',
      other: 'x',
    };
    expect(readFilters(search)).toEqual({ status: 'closed', reference: 'CLM-1', from: '2026-11-30' });
  });

  it('ask the service for whole days of this time zone, the last one included', () => {
    const query = composeQuery({ status: 'open', from: '2026-11-30', until: '2026-12-31' });
    expect(query).toEqual({
      status: 'open',
      created_after: new Date(2026, 10, 30).toISOString(),
      created_before: new Date(2027, 0, 1).toISOString(),
    });
  });

  it('ask for everything when there are none', () => {
    expect(composeQuery({})).toEqual({});
  });
});
