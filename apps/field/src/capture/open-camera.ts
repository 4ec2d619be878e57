export type CameraTrouble =
  /** The browser gives pages no camera, as those inside of other apps do. */
  | 'missing'
  /** The device has none. */
  | 'none'
  | 'denied'
  /** Another app or a call has it. */
  | 'busy'
  /** The camera was there, and is gone. */
  | 'ended'
  | 'failed';

/** Thrown where a camera can't be opened. */
export class CameraError extends Error {
  override name = 'CameraError';
  readonly trouble: CameraTrouble;

  constructor(trouble: CameraTrouble, cause?: unknown) {
    super(trouble, { cause });
    this.trouble = trouble;
  }
}

const TROUBLES: Readonly<Record<string, CameraTrouble>> = {
  NotAllowedError: 'denied',
  SecurityError: 'denied',
  NotFoundError: 'none',
  OverconstrainedError: 'none',
  NotReadableError: 'busy',
  AbortError: 'busy',
};

export const nameTrouble = (error: unknown): CameraTrouble =>
  (error instanceof Error && TROUBLES[error.name]) || 'failed';

/**
 * Opens a camera.
 *
 * @throws {CameraError}
 */
export const openCamera = async (choice: CameraChoice): Promise<MediaStreamTrack> => {
  if (!navigator.mediaDevices?.getUserMedia) throw new CameraError('missing');
  // A camera with ImageCapture takes its still from the sensor, and needs no large preview.
  const [width, height] = 'ImageCapture' in window ? [1920, 1440] : [4032, 3024];
  const which =
    'deviceId' in choice
      ? { deviceId: { exact: choice.deviceId } }
      : { facingMode: { ideal: choice.facing } };
  try {
    const video = { ...which, width: { ideal: width }, height: { ideal: height } };
    const stream = await navigator.mediaDevices.getUserMedia({ video });
    return stream.getVideoTracks()[0]!;
  } catch (error) {
    throw new CameraError(nameTrouble(error), error);
  }
};

/** The cameras of the device, and where each looks, as far as the browser tells. */
export const listCameras = async (): Promise<KnownCamera[]> => {
  const devices = await navigator.mediaDevices.enumerateDevices().catch(() => []);
  return devices
    .filter(({ kind }) => kind === 'videoinput')
    .map((device) => ({ deviceId: device.deviceId, facing: readFacing(device) }));
};

// Firefox does not tell before a camera is open.
const readFacing = (device: MediaDeviceInfo): string | undefined =>
  (device as Partial<InputDeviceInfo>).getCapabilities?.().facingMode?.[0];

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
