/** A colour of a style sheet's custom properties, as red, green and blue from 0 to 1. */
export const readColour = (css: string, name: string): number[] => {
  const hex = new RegExp(`--${name}: #([0-9a-f]{6});`).exec(css)?.[1] ?? '';
  return [0, 2, 4].map((at) => parseInt(hex.slice(at, at + 2), 16) / 255);
};

/** The contrast ratio of WCAG 2.2. */
export const contrast = (one: number[], other: number[]): number => {
  const [dark = 0, light = 0] = [one, other].map(luminance).sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
};

const luminance = (colour: number[]): number => {
  const [r = NaN, g = NaN, b = NaN] = colour.map((c) =>
    c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
