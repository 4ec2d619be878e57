import sharp, { type Sharp } from 'sharp';

const WIDTH = 120;
const HEIGHT = 80;

/** Detail in every part, so that damage anywhere meets pixels; always the same. */
export const noisyPicture = (): Sharp => sharp(NOISE, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } });

const NOISE = Buffer.alloc(WIDTH * HEIGHT * 3);
for (let at = 0, state = 1; at < NOISE.length; at++) {
  state = (state * 48_271) % 0x7fffffff;
  NOISE[at] = state & 0xff;
}
