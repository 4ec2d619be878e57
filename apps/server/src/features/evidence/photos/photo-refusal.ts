/**
 * The reasons why a file is not taken as a photo.
 *
 * - `fake`: another picture than announced, or none
 * - `unsupported`: a picture of another kind, such as HEIC
 * - `animated`: more than one frame
 * - `truncated`: its end is missing; `corrupt`: it can't be decoded to its last pixel
 * - `oversized`: more pixels than are decoded
 */
export type PhotoRefusalCode = 'fake' | 'unsupported' | 'animated' | 'truncated' | 'corrupt' | 'oversized';

/** `message` is a sentence for the caller that says what to do. */
export type PhotoRefusal = { ok: false; code: PhotoRefusalCode; message: string };

export const refusePhoto = (code: PhotoRefusalCode, message: string): PhotoRefusal => ({
  ok: false,
  code,
  message,
});
