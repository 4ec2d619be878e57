import type { Devices } from './open-sources.ts';

/** The camera and microphone of this browser. In-app browsers and pages without TLS have none to give. */
export const browserDevices: Devices = {
  get getUserMedia() {
    const { mediaDevices } = navigator as { mediaDevices?: MediaDevices };
    return mediaDevices?.getUserMedia?.bind(mediaDevices);
  },
  isDenied: async (name) => {
    try {
      // Not every browser tells of the camera.
      const { state } = await navigator.permissions.query({ name: name as PermissionName });
      return state === 'denied';
    } catch {
      return false;
    }
  },
};
