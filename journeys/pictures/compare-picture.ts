import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pixelmatch from 'pixelmatch';
import sharp from 'sharp';

export const APPROVED = join(import.meta.dirname, 'approved');
/** Git ignores the folder: it has what a failed comparison saw, beside where it differs. */
export const SEEN = join(import.meta.dirname, 'seen');

/** As many pixels may differ, edges left out. A letter of the smallest text has more. */
export const MOST_PIXELS = 20;
/** From 0 to 1: the approved pictures have 256 colours each, and these are nearer to the page's than this. */
const THRESHOLD = 0.1;

/** Compares a picture with the approved one. Gives what is wrong, or undefined. */
export const comparePicture = async (name: string, png: Buffer): Promise<string | undefined> => {
  const file = join(APPROVED, `${name}.png`);
  if (!existsSync(file)) return await show(name, png, 'there is no approved picture');
  const [approved, seen] = await Promise.all([decode(await readFile(file)), decode(png)]);
  const { width, height } = approved;
  if (width !== seen.width || height !== seen.height)
    return await show(name, png, `it is ${seen.width} × ${seen.height}, not ${width} × ${height}`);
  const difference = new Uint8Array(width * height * 4);
  const pixels = pixelmatch(approved.data, seen.data, difference, width, height, { threshold: THRESHOLD });
  if (pixels <= MOST_PIXELS) return undefined;
  const raw = { width, height, channels: 4 } as const;
  await save(`${name}.difference`, await sharp(difference, { raw }).png().toBuffer());
  return await show(name, png, `${pixels} pixels differ`);
};

/** Few colours make small files: the pages have few. */
export const approvePicture = async (name: string, png: Buffer): Promise<void> => {
  await mkdir(APPROVED, { recursive: true });
  const small = await sharp(png).png({ palette: true, dither: 0, effort: 10 }).toBuffer();
  await writeFile(join(APPROVED, `${name}.png`), small);
};

type Pixels = { data: Uint8Array; width: number; height: number };

const decode = async (png: Buffer): Promise<Pixels> => {
  const { data, info } = await sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
};

const show = async (name: string, png: Buffer, fault: string): Promise<string> => {
  await save(name, png);
  return `${name}: ${fault} (journeys/pictures/approved and journeys/pictures/seen)`;
};

const save = async (name: string, png: Buffer): Promise<void> => {
  await mkdir(SEEN, { recursive: true });
  await writeFile(join(SEEN, `${name}.png`), png);
};
