export const formatNumber = (value: number): string => String(Math.round(value * 100) / 100 + 0);
