import { describe, expect, it } from 'vitest';
import { pickNextCamera } from './open-camera.ts';

const camera = (deviceId: string, facing?: string) => ({ deviceId, facing });

describe('the camera after the one that is open', () => {
  it('looks the other way, to and fro, however many there are', () => {
    const cameras = [camera('wide', 'environment'), camera('far', 'environment'), camera('self', 'user')];
    expect(pickNextCamera('wide', cameras)).toEqual({ facing: 'user' });
    expect(pickNextCamera('far', cameras)).toEqual({ facing: 'user' });
    expect(pickNextCamera('self', cameras)).toEqual({ facing: 'environment' });
  });

  it('is the next of the list where cameras do not tell where they look, or all look the same way', () => {
    for (const facing of [undefined, 'environment', 'left']) {
      const cameras = [camera('a', facing), camera('b', facing), camera('c', facing)];
      expect(pickNextCamera('a', cameras)).toEqual({ deviceId: 'b' });
      expect(pickNextCamera('c', cameras)).toEqual({ deviceId: 'a' });
    }
  });

  it('is the next one, too, where only some tell', () => {
    const cameras = [camera('a', 'environment'), camera('b')];
    expect(pickNextCamera('a', cameras)).toEqual({ deviceId: 'b' });
    expect(pickNextCamera('b', cameras)).toEqual({ deviceId: 'a' });
  });

  it('is the first of the list where the open one is not on it', () => {
    expect(pickNextCamera('gone', [camera('a'), camera('b')])).toEqual({ deviceId: 'a' });
    expect(pickNextCamera(undefined, [])).toEqual({ facing: 'user' });
  });
});
