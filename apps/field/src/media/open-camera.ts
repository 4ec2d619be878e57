export type CameraTrouble =
  /** The browser gives this page no camera, as browsers within other apps do. */
  | 'missing'
  | 'none'
  | 'denied'
  /** Another app or a call has the camera. */
  | 'busy'
  /** The camera was open, and has ended. */
  | 'ended'
  | 'failed';

export class CameraError extends Error {
  // As in judge-failure.ts, no field that the class defines.
  declare readonly trouble: CameraTrouble;

  constructor(trouble: CameraTrouble, cause?: unknown) {
    super(trouble, { cause });
    this.name = 'CameraError';
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

export const listCameras = async (): Promise<KnownCamera[]> => {
  const devices = await navigator.mediaDevices.enumerateDevices().catch(() => []);
  return devices
    .filter(({ kind }) => kind === 'videoinput')
    .map((device) => ({ deviceId: device.deviceId, facing: readFacing(device) }));
};

// Firefox does not tell it before a camera is open.
const readFacing = (device: MediaDeviceInfo): string | undefined =>
  (device as Partial<InputDeviceInfo>).getCapabilities?.().facingMode?.[0];

export type CameraChoice = { facing: 'environment' | 'user' } | { deviceId: string };

export type KnownCamera = { deviceId: string; facing: string | undefined };

/**
 * Picks a camera that looks the other way, the best by the browser's choice. Where no direction is known, it picks the
 * next camera of the list.
 */
export const pickNextCamera = (openId: string | undefined, cameras: readonly KnownCamera[]): CameraChoice => {
  const at = cameras.findIndex(({ deviceId }) => deviceId === openId);
  const opposite = cameras[at]?.facing === 'user' ? 'environment' : 'user';
  if (cameras[at]?.facing && cameras.some(({ facing }) => facing === opposite)) return { facing: opposite };
  const next = cameras[(at + 1) % cameras.length];
  return next ? { deviceId: next.deviceId } : { facing: opposite };
};
