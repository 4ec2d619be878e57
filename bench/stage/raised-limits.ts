/** What would refuse a measurement that asks faster than anybody may. The limits of keys are in their rows. */
export const RAISED_LIMITS: Record<string, string> = {
  UNAUTHENTICATED_RATE_LIMIT: '999999999',
  MESSAGES_PER_ORGANISATION_DAY: '999999999',
};
