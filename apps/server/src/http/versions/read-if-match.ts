/**
 * The version that a change rests on, by its header If-Match; undefined where it rests on none. A proxy that compresses
 * makes a tag weak; it is of the same version.
 */
export const readIfMatch = (ifMatch: string | undefined): number | undefined =>
  ifMatch === undefined || ifMatch === '*' ? undefined : Number(/\d+/.exec(ifMatch)![0]);
