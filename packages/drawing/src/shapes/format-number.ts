/** Gives a number of the picture: hundredths of a pixel are enough, and other digits would differ by machine. */
export const formatNumber = (value: number): string => String(Math.round(value * 100) / 100 + 0);
