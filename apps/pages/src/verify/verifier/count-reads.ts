import type { BlobSource } from '@field-inspection/evidence';

// More often no progress bar can show.
const STEP = 0.01;

/**
 * The same file, telling as it is read which share of its bytes was asked for, from 0 to 1. The verifier reads most of
 * them once and the directory twice, so that the share is what a progress bar needs, and no more exact.
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
