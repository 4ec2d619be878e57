import type { BlobSource } from '@field-inspection/evidence';

// More often no progress bar can show.
const STEP = 0.01;

/**
 * Wraps a file so that reads report the share of its bytes asked for, from 0 to 1. The verifier reads most bytes once
 * and the directory twice: the share suits a progress bar, and is no more exact.
 */
export const countReads = (file: BlobSource, tell: (share: number) => void): BlobSource => {
  let readBytes = 0;
  let told = 0;
  return {
    size: file.size,
    slice: (start, end) => {
      readBytes += end - start;
      const share = Math.min(1, readBytes / Math.max(1, file.size));
      if (share - told >= STEP) {
        told = share;
        tell(share);
      }
      return file.slice(start, end);
    },
  };
};
