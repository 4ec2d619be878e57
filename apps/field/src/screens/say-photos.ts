import { say } from '../texts/say.ts';

/** The way to what was made on this device, and how much of it waits, and how much was refused. */
export const sayPhotos = ({ unsent, refused }: { unsent: number; refused: number }): string => {
  const words = unsent > 0 ? say('field.home.photos_unsent', { count: unsent }) : say('field.home.photos');
  return refused > 0 ? `${words} · ${say('field.home.refused', { count: refused })}` : words;
};
