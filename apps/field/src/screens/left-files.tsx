import { useSignal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import type { WhatIsLeftProps } from '../left/what-is-left.tsx';
import { loadScreenTexts } from '../texts/load-screen-texts.ts';

/** Loads the screen of an inspection whose way in is over when it is needed. */
export const LeftFiles = (props: WhatIsLeftProps) => {
  const screen = useSignal<{ Shown: ComponentType<WhatIsLeftProps> } | undefined>(undefined);
  useEffect(() => {
    const load = async () => {
      const [{ WhatIsLeft: Shown }] = await Promise.all([
        import('../left/what-is-left.tsx'),
        loadScreenTexts(),
      ]);
      screen.value = { Shown };
    };
    const tryLoad = () => void load().catch(() => undefined);
    tryLoad();
    addEventListener('online', tryLoad);
    return () => removeEventListener('online', tryLoad);
  }, []);
  return screen.value ? <screen.value.Shown {...props} /> : null;
};
