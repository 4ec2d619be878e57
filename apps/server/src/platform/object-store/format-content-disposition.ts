/**
 * Gives the header that saves a download under a name in any script (RFC 6266, RFC 8187). Always an attachment: shown
 * in place, an HTML or SVG file would run its scripts as the origin that served it.
 */
export const formatContentDisposition = (filename: string): string => {
  const ascii = filename.replace(/[^\w.-]+/g, '_');
  const encoded = encodeURIComponent(filename.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
};
