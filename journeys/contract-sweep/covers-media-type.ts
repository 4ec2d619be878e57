/** Whether a media type, or a range of them such as `image/*`, holds a type, whatever its parameters. */
export const coversMediaType = (range: string, given: string): boolean => {
  const type = given.split(';')[0]!.trim();
  return range === '*/*' || range === type || (range.endsWith('/*') && type.startsWith(range.slice(0, -1)));
};
