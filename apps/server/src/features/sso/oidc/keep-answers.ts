import type { OidcNet } from './oidc-settings.ts';

const MAX_KEPT = 500;

type Kept<Value> = { value: Promise<Value>; readAt: number };
type Read<Value> = {
  isGood: (value: Value, ageMs: number) => boolean;
  ask: () => Promise<Value>;
};

/** Keeps answers by their address. Who asks at the same time shares one; a failure is not kept. */
export const keepAnswers = <Value>() => {
  const memories = new WeakMap<OidcNet['providerFetch'], Map<string, Kept<Value>>>();

  const read = async (net: OidcNet, url: string, { isGood, ask }: Read<Value>): Promise<Value> => {
    const memory = memories.get(net.providerFetch) ?? new Map<string, Kept<Value>>();
    memories.set(net.providerFetch, memory);
    const kept = memory.get(url);
    if (kept) {
      const value = await kept.value;
      if (isGood(value, net.clock.now().getTime() - kept.readAt)) return value;
      // Meanwhile somebody else may have asked anew.
      if (memory.get(url) !== kept) return read(net, url, { isGood, ask });
    }
    const asked = { value: ask(), readAt: net.clock.now().getTime() };
    memory.delete(url);
    // A map keeps its order: the first address is the oldest.
    if (memory.size >= MAX_KEPT) memory.delete(memory.keys().next().value!);
    memory.set(url, asked);
    void asked.value.catch(() => {
      if (memory.get(url) === asked) memory.delete(url);
    });
    return asked.value;
  };
  return read;
};
