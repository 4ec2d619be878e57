/** A video with a place in it; `needle` are bytes of the place, `pictures` bytes that must stay. */
export type PlantedVideo = { file: Buffer; needle: Buffer; pictures: Buffer };

export const PLACE = '+45.4583+009.1900/';
export const needle = Buffer.from(PLACE);
export const pictures = Buffer.from('the pictures '.repeat(500));
