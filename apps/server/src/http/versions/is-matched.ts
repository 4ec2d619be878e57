/** RFC 9110, section 13.1.1. A proxy that compresses makes a tag weak; it still names the version. */
export const isMatched = (version: number, ifMatch: string | undefined): boolean =>
  ifMatch === undefined ||
  ifMatch === '*' ||
  ifMatch.split(',').some((tag) => Number(/\d+/.exec(tag)![0]) === version);
