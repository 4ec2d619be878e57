import type { BundleFile } from './bundle-file.ts';
import type { BundleRows } from './read-bundle-rows.ts';

/** A PDF that an addendum names: a report, or the revision of one that a signature made. */
export type BundleReport = BundleFile & { id: string; sequence: number };

type Named = { report_id: string; sha256: string; byte_size: number };

const KINDS = ['report.ready', 'signature.applied'];

/** The reports of a bundle. The addenda say which there are, so that none is in it that they don't vouch for. */
export const listReports = ({ addenda }: Pick<BundleRows, 'addenda'>): BundleReport[] =>
  addenda
    .filter(({ kind }) => KINDS.includes(kind))
    .map(({ sequence, payload }) => {
      const { report_id: id, sha256, byte_size } = payload as Named;
      return { id, sequence, path: `reports/${sequence}.pdf`, mime: 'application/pdf', byte_size, sha256 };
    });
