/** A video with a location in it; `needle` are bytes of the location, `pictures` bytes that must stay. */
export type PlantedVideo = { file: Buffer; needle: Buffer; pictures: Buffer };

export const LOCATION = '+45.4583+009.1900/';
export const needle = Buffer.from(LOCATION);
export const pictures = Buffer.from('the pictures '.repeat(500));
