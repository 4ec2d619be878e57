/** Clocks of both sides may differ so much, both ways. */
const SKEW_MS = 30_000;

/** A time of SAML: UTC, and a day that is in the calendar. */
export const parseInstant = (text: string | undefined): number | undefined => {
  if (text === undefined || !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/.test(text)) return undefined;
  const instant = new Date(text);
  const isDay = !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(text.slice(0, 19));
  return isDay ? instant.getTime() : undefined;
};

export const hasBegun = (instantMs: number, now: Date): boolean => instantMs <= now.getTime() + SKEW_MS;

export const hasPassed = (instantMs: number, now: Date): boolean => instantMs + SKEW_MS <= now.getTime();

export const isSince = (instantMs: number, since: Date): boolean => instantMs + SKEW_MS >= since.getTime();
