/** One file of a ZIP, and where its bytes are. */
export type ZipEntry = {
  readonly path: string;
  readonly isDeflated: boolean;
  readonly compressedSize: number;
  readonly size: number;
  readonly crc32: number;
  /** Where its bytes start. */
  readonly dataStart: number;
};
