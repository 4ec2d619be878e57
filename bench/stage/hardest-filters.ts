import { WORDS } from './fill-sessions.ts';

/**
 * Filters of the list of sessions that find nothing, or nearly, so that a page has to look for long: alone, and two that
 * have much each and nothing together. The campaign of an organisation has its id (fill-sessions.ts).
 */
export const listHardestFilters = (organisationId: string): Record<string, string> => {
  const nowhere = `status=${WORDS.NOWHERE}`;
  const campaign = `campaign=${organisationId}`;
  const pair = `metadata[unit]=${WORDS.unit}`;
  const old = 'created_before=2001-01-01T00:00:00Z';
  return {
    'a status that nothing has': nowhere,
    'a reference that nothing has': 'reference=none',
    'a pair that nothing has': 'metadata[unit]=none',
    'a time before all': old,
    'a status that nothing has, and a campaign': `${nowhere}&${campaign}`,
    'a status that nothing has, and a pair': `${nowhere}&${pair}`,
    'a status that nothing has, and a time': `${nowhere}&created_after=2001-01-01T00:00:00Z`,
    'a reference that nothing has, and a campaign': `reference=none&${campaign}`,
    'a status and a campaign, which never meet': `status=closed&${campaign}`,
    'a status and a pair, which never meet': `status=created&${pair}`,
    'a campaign and a pair, which never meet': `${campaign}&${pair}`,
    'a pair, and a reference that nothing has': `${pair}&reference=none`,
  };
};
