/* Contrast by WCAG 2. The service and the SDK's fake judge an organisation's colours by it. */

/** The least contrast that WCAG 2 asks of text at level AA. */
export const AA_CONTRAST = 4.5;

/**
 * The contrast ratio of two colours, from 1 to 21 (WCAG 2.2, 1.4.3).
 *
 * @param one six hexadecimal digits after a #
 * @example
 * contrastOf('#000000', '#ffffff'); // 21
 */
export const contrastOf = (one: string, other: string): number => {
  const [dark = 0, light = 0] = [one, other].map(luminanceOf).sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
};

/** Colours next to which each colour of an organisation is seen, and its use there. */
export const CONTRAST_PARTNERS = {
  primary: { colour: '#ffffff', use: 'buttons and links are seen on white, and their words are white' },
  background: { colour: '#4a5563', use: 'small print is written on it in #4a5563' },
} as const;

/**
 * Says the fault of an organisation's colour; undefined where the contrast suffices.
 *
 * @example
 * sayContrast('primary', '#ffd400'); // 'has a contrast of 1.43 : 1 to #ffffff, and needs 4.5 : 1 (WCAG 2 AA): …'
 */
export const sayContrast = (name: keyof typeof CONTRAST_PARTNERS, colour: string): string | undefined => {
  const partner = CONTRAST_PARTNERS[name];
  const ratio = contrastOf(colour, partner.colour);
  if (ratio >= AA_CONTRAST) return undefined;
  // Rounded down, since 4.499 is not 4.5.
  const shown = Math.floor(ratio * 100) / 100;
  const advice = name === 'primary' ? 'darker' : 'lighter';
  return `has a contrast of ${shown} : 1 to ${partner.colour}, and needs ${AA_CONTRAST} : 1 (WCAG 2 AA): ${partner.use}. Take a ${advice} one`;
};

const luminanceOf = (colour: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
    linearOf(parseInt(colour.slice(at, at + 2), 16) / 255),
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

const linearOf = (part: number): number => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
