import { randomBytes } from 'node:crypto';
import sharp from 'sharp';

/** No encoder makes noise small: the default size has some 12 MB. */
export const takeNoisyPhoto = ({ width = 4_000, height = 3_000 } = {}): Promise<Buffer> =>
  sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 95 })
    .toBuffer();
