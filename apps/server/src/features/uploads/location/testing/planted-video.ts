export type PlantedVideo = { file: Buffer; needle: Buffer; pictures: Buffer };

export const LOCATION = '+45.4583+009.1900/';
export const needle = Buffer.from(LOCATION);
export const pictures = Buffer.from('the pictures '.repeat(500));
