export type CameraChoice = { facing: 'environment' | 'user' } | { deviceId: string };

/** Camera of the device; not each tells where it looks. */
export type KnownCamera = { deviceId: string; facing: string | undefined };

/**
 * The camera after the one that is open: one that looks the other way, of which the browser picks the best; where none
 * is known to, the next of the list, and after the last the first.
 */
export const pickNextCamera = (openId: string | undefined, cameras: readonly KnownCamera[]): CameraChoice => {
  const at = cameras.findIndex(({ deviceId }) => deviceId === openId);
  const opposite = cameras[at]?.facing === 'user' ? 'environment' : 'user';
  if (cameras[at]?.facing && cameras.some(({ facing }) => facing === opposite)) return { facing: opposite };
  const next = cameras[(at + 1) % cameras.length];
  return next ? { deviceId: next.deviceId } : { facing: opposite };
};
