export const COLORS = {
  black: '#1f2937',
  red: '#d92d20',
  blue: '#175cd3',
  yellow: '#facc15',
  white: '#ffffff',
} as const;

export type ColorName = keyof typeof COLORS;

export const PAPER_COLORS: readonly ColorName[] = ['black', 'red', 'blue'];

/** A photo may be dark or bright: one of these colours stands out on any. */
export const PHOTO_COLORS: readonly ColorName[] = ['red', 'yellow', 'blue', 'black', 'white'];
