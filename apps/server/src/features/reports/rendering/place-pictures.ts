import type { ReportInput, ReportPicture, ReportVariant } from '../input/report-input.ts';
import { overlayPicture, preparePicture } from '../pictures/prepare-picture.ts';
import type { Splice } from '../pictures/splice-jpegs.ts';
import { createStandIns } from '../pictures/stand-in.ts';
import type { PictureOwner, PlacedPicture } from '../sheets/placed-picture.ts';

export type Placement = { pictures: Map<PictureOwner, PlacedPicture>; files: Map<string, Splice> };

type Order = {
  owner: PictureOwner;
  size: ReportVariant['photos'];
  /** Composed as late as it can be: the pixels of one are in memory, not those of all. */
  compose: () => Promise<ReportPicture | null> | ReportPicture | null;
};

/** Each picture of the report as a file of the template's, with the JPEG that takes its place in the PDF. */
export const placePictures = async (input: ReportInput): Promise<Placement> => {
  const placement: Placement = { pictures: new Map(), files: new Map() };
  const createStandIn = await createStandIns();
  for (const { owner, size, compose } of listOrders(input)) {
    const picture = await compose();
    const prepared = picture && (await preparePicture(picture, size));
    if (!prepared) continue;
    const { jpeg, width, height, components } = prepared;
    const number = placement.files.size + 1;
    const path = `picture-${number}.jpg`;
    placement.pictures.set(owner, { path, width, height });
    placement.files.set(path, { standIn: createStandIn(number, components), jpeg, width, height });
  }
  return placement;
};

const listOrders = ({ organisation, photos, whiteboards, signature, variant }: ReportInput): Order[] => {
  const size = variant.photos;
  const single = (owner: PictureOwner, picture: ReportPicture | null): Order => ({
    owner,
    size: 'full',
    compose: () => picture,
  });
  return [
    ...(organisation.logo ? [single(organisation.logo, organisation.logo)] : []),
    ...photos.flatMap((photo): Order[] => [
      { ...single(photo, photo.picture), size },
      ...photo.annotations.map((annotation): Order => ({
        owner: annotation,
        size,
        compose: () => composeAnnotation(photo.picture, annotation),
      })),
    ]),
    ...whiteboards.map((board) => ({ ...single(board, board.picture), size })),
    ...(signature ? [single(signature, signature.picture)] : []),
  ];
};

const composeAnnotation = (
  photo: ReportPicture | null,
  { picture, placement }: ReportInput['photos'][number]['annotations'][number],
): Promise<ReportPicture | null> | ReportPicture | null => {
  if (!picture || placement === 'beside') return picture;
  return photo && overlayPicture(photo, picture);
};
