/** Whether a media type, or a range of them such as `image/*`, holds a type. */
export const coversMediaType = (range: string, type: string): boolean =>
  range === '*/*' || range === type || (range.endsWith('/*') && type.startsWith(range.slice(0, -1)));
