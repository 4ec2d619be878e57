import type {
  ReportAnnotation,
  ReportPhoto,
  ReportPicture,
  ReportSignature,
  ReportWhiteboard,
} from '../input/report-input.ts';

export type PictureOwner =
  ReportPhoto | ReportAnnotation | ReportWhiteboard | ReportSignature | ReportPicture;

/**
 * A picture as the template sets it: a file of the template's, the pixels of the shown part, and the pixels of the
 * whole.
 */
export type PlacedPicture = {
  path: string;
  width: number;
  height: number;
  file: { width: number; height: number };
};

export type PlacedPictures = ReadonlyMap<PictureOwner, PlacedPicture>;
