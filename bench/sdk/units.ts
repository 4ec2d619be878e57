/** 1 kB is 1000 bytes, as in the budgets. */
export const inKilobytes = (bytes: number): string => {
  const kilobytes = bytes / 1000;
  return `${group(kilobytes, kilobytes > 0 && kilobytes < 100 ? 1 : 0)} kB`;
};
export const inBytes = (bytes: number): string => `${group(bytes, 0)} B`;
export const inCount = (value: number): string => group(value, 0);
export const inMs = (ms: number): string => `${group(ms, ms < 1 ? 2 : 1)} ms`;
export const perSecond = (value: number): string => `${group(value, 0)}/s`;
export const times = (ratio: number): string => `${ratio.toFixed(2)}×`;

const group = (value: number, digits: number): string =>
  value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
