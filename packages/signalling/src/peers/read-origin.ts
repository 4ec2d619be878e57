/**
 * Which connection a description is of: the origin line names it (RFC 8866 5.2). A page that was reloaded has another
 * one under the same identity.
 */
export const readOrigin = (sdp: string): string | undefined => /^o=\S+ (\S+)/m.exec(sdp)?.[1];
