import type {
  ReportAnnotation,
  ReportPhoto,
  ReportPicture,
  ReportSignature,
  ReportWhiteboard,
} from '../input/report-input.ts';

/** What a picture belongs to. */
export type PictureOwner =
  ReportPhoto | ReportAnnotation | ReportWhiteboard | ReportSignature | ReportPicture;

/**
 * A picture as the template sets it: a file of the template's, in pixels what is shown of it, and in pixels the
 * whole.
 */
export type PlacedPicture = {
  path: string;
  width: number;
  height: number;
  file: { width: number; height: number };
};

/** The pictures that can be shown, by what they belong to. */
export type PlacedPictures = ReadonlyMap<PictureOwner, PlacedPicture>;
