import { describe, expect, it } from 'vitest';
import { watchNetwork } from './watch-network.ts';

const watch = (type?: string) => {
  const told: boolean[] = [];
  const window = new EventTarget();
  const document = Object.assign(new EventTarget(), {
    visibilityState: 'visible' as DocumentVisibilityState,
  });
  const connection = type === undefined ? undefined : Object.assign(new EventTarget(), { type });
  const stop = watchNetwork((isOther) => void told.push(isOther), { window, document, connection });
  return { told, window, document, connection, stop };
};

describe('when to look whether the connections hold', () => {
  it('is when the network is back: it may be another one', () => {
    const { told, window } = watch();
    window.dispatchEvent(new Event('online'));
    expect(told).toEqual([true]);
  });

  it('is when Wi-Fi gives way to mobile, and back, once each', () => {
    const { told, connection } = watch('wifi');
    for (const type of ['cellular', 'cellular', 'wifi']) {
      connection!.type = type;
      connection!.dispatchEvent(new Event('change'));
    }
    expect(told).toEqual([true, true]);
  });

  it('is not when the same network is faster or slower, nor where the browser does not tell which one it is', () => {
    for (const type of ['wifi', '']) {
      const { told, connection } = watch(type);
      connection!.dispatchEvent(new Event('change'));
      expect(told).toEqual([]);
    }
  });

  it('is when the page is seen again, on the network that was there', () => {
    const { told, document } = watch();
    for (const state of ['hidden', 'visible'] as const) {
      document.visibilityState = state;
      document.dispatchEvent(new Event('visibilitychange'));
    }
    expect(told).toEqual([false]);
  });

  it('is never after it was ended', () => {
    const { told, window, document, connection, stop } = watch('wifi');
    stop();
    connection!.type = 'cellular';
    connection!.dispatchEvent(new Event('change'));
    window.dispatchEvent(new Event('online'));
    document.dispatchEvent(new Event('visibilitychange'));
    expect(told).toEqual([]);
  });
});
