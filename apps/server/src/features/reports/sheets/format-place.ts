import type { ReportPlace } from '../input/report-input.ts';

/** As maps take it, in every locale: degrees with a point. Six digits are 11 cm, more than any device knows. */
export const formatPlace = ({ lat, lon, accuracy }: ReportPlace): string => {
  const degrees = `${lat.toFixed(6)}, ${lon.toFixed(6)}`;
  return accuracy === null ? degrees : `${degrees} (±${Math.max(1, Math.round(accuracy))} m)`;
};
