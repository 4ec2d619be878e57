import sharp from 'sharp';
import type { ReportInput, ReportPicture, ReportVariant } from '../input/report-input.ts';
import { overlayPicture, preparePicture, type PreparedPicture } from '../pictures/prepare-picture.ts';
import type { Splice } from '../pictures/splice-jpegs.ts';
import type { PictureOwner, PlacedPicture } from '../sheets/compose-figures.ts';

export type Placement = { pictures: Map<PictureOwner, PlacedPicture>; files: Map<string, Splice> };

type Order = {
  owner: PictureOwner;
  size: ReportVariant['photos'];
  /** Composes the picture as late as possible, so that the pixels of few are in memory. */
  compose: () => Promise<ReportPicture | null> | ReportPicture | null;
};

/** The template sets a stand-in, whose place in the PDF the JPEG takes later. */
export const placePictures = async (input: ReportInput): Promise<Placement> => {
  const placement: Placement = { pictures: new Map(), files: new Map() };
  const createStandIn = await createStandIns();
  const orders = listOrders(input);
  for (let at = 0; at < orders.length; at += AT_ONCE) {
    const batch = orders.slice(at, at + AT_ONCE);
    const prepared = await Promise.all(batch.map(prepare));
    prepared.forEach((picture, index) => {
      if (!picture) return;
      const { jpeg, width, height, components } = picture;
      const number = placement.files.size + 1;
      const path = `picture-${number}.jpg`;
      placement.pictures.set(batch[index]!.owner, { path, ...picture.shown, file: { width, height } });
      placement.files.set(path, { standIn: createStandIn(number, components), jpeg, width, height });
    });
  }
  return placement;
};

/** Two at a time: one core decodes and encodes a JPEG, and the smallest host has two. */
const AT_ONCE = 2;

type Shown = Pick<PreparedPicture, 'width' | 'height'>;

const prepare = async ({ size, compose }: Order): Promise<(PreparedPicture & { shown: Shown }) | null> => {
  const picture = await compose();
  const prepared = picture && (await preparePicture(picture, size));
  if (!prepared) return null;
  const { width = 1, height = 1 } = picture.shown ?? {};
  return { ...prepared, shown: { width: prepared.width * width, height: prepared.height * height } };
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
    ...photos.flatMap((photo): Order[] => {
      const isDrawn = photo.annotations.length > 0;
      return [
        // Large where something was found; small beside what was drawn on it.
        { ...single(photo, photo.picture), size: photo.finding && !isDrawn ? 'full' : size },
        ...photo.annotations.map((annotation): Order => ({
          owner: annotation,
          size: 'full',
          compose: () => composeAnnotation(photo.picture, annotation),
        })),
      ];
    }),
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

const COMMENT = 0xfffe;

/**
 * Typst decodes each picture that it sets: 9 MB and 24 ms for a photo of 2048 pixels. So it sets small JPEGs in place
 * of photos; a comment in each holds the number by which spliceJpegs finds it.
 */
export const createStandIns = async (): Promise<(number: number, components: number) => Buffer> => {
  const [grey, color] = await Promise.all([encode('b-w'), encode('srgb')]);
  return (number, components) => label(components === 1 ? grey : color, number);
};

const encode = (space: 'b-w' | 'srgb'): Promise<Buffer> =>
  sharp({ create: { width: 8, height: 8, channels: 3, background: '#808080' } })
    .toColourspace(space)
    .jpeg()
    .toBuffer();

const label = (jpeg: Buffer, number: number): Buffer => {
  const text = Buffer.from(`stand-in ${String(number).padStart(6, '0')}`, 'latin1');
  const comment = Buffer.alloc(4);
  comment.writeUInt16BE(COMMENT, 0);
  comment.writeUInt16BE(text.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), comment, text, jpeg.subarray(2)]);
};
