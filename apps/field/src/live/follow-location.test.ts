import { signal } from '@preact/signals';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { followLocation } from './create-shutter.ts';
import type { ConsentAnswers, Matter } from '../inspection.ts';
import type { Source } from './judge-presence.ts';

const HERE = { latitude: 45.4642, longitude: 9.19, accuracy: 12 };

const follow = () => {
  const watches = new Map<number, PositionCallback>();
  const failing: PositionErrorCallback[] = [];
  const told: ConsentAnswers[] = [];
  let begun = 0;
  const geolocation = {
    watchPosition: (tell: PositionCallback, fail: PositionErrorCallback) => (
      failing.push(fail),
      watches.set(++begun, tell),
      begun
    ),
    clearWatch: (id: number) => void watches.delete(id),
  };
  vi.stubGlobal('navigator', { geolocation });
  const camera = signal<Source>('off');
  const isAllowed = signal(false);
  const inspection = {
    isAllowed: (matter: Matter) => matter === 'gps' && isAllowed.value,
    tellConsent: async (answers: ConsentAnswers) => told.push(answers) > 0,
  };
  const location = followLocation(inspection, camera);
  const find = (): void => {
    const position = { coords: HERE, timestamp: Date.now() } as GeolocationPosition;
    for (const tell of watches.values()) tell(position);
  };
  const fail = (code: number): void =>
    failing.at(-1)!({ code, PERMISSION_DENIED: 1 } as GeolocationPositionError);
  return { location, camera, isAllowed, find, fail, told, begun: () => begun, running: () => watches.size };
};

describe('where the device is while its camera is shared', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('is asked for once both the camera runs and the location is allowed, whichever comes first', () => {
    const { location, camera, isAllowed, find, running } = follow();
    camera.value = 'on';
    expect(running()).toBe(0);
    isAllowed.value = true;
    expect(location.latest()).toBeUndefined();
    find();
    expect(location.latest()).toEqual({ lat: 45.4642, lon: 9.19, accuracy: 12 });
  });

  it('is asked for once while a call holds the camera back, and no more when it is off, withdrawn or over', () => {
    const { location, camera, isAllowed, find, begun, running } = follow();
    isAllowed.value = true;
    for (const source of ['on', 'paused', 'on'] as const) camera.value = source;
    expect(begun()).toBe(1);
    camera.value = 'off';
    expect(running()).toBe(0);
    camera.value = 'on';
    find();
    isAllowed.value = false;
    expect(running()).toBe(0);
    expect(location.latest()).toBeUndefined();
    isAllowed.value = true;
    location.stop();
    expect(running()).toBe(0);
    expect(begun()).toBe(3);
  });

  it('is put on record as denied where the browser does not allow it, and not where it is only not found', () => {
    const { camera, isAllowed, fail, told } = follow();
    camera.value = 'on';
    isAllowed.value = true;
    fail(2);
    expect(told).toEqual([]);
    fail(1);
    expect(told).toEqual([{ gps: 'denied' }]);
  });
});
