/** Plays what operators say. A browser may want a tap first; then the next one lets it go on. */
export const playVoices = () => {
  const voices = new Map<string, HTMLAudioElement>();
  const play = (voice: HTMLAudioElement): void => {
    voice
      .play()
      .catch(() => addEventListener('pointerdown', () => void voice.play().catch(() => {}), { once: true }));
  };
  const drop = (identity: string): void => {
    const voice = voices.get(identity);
    if (voice) voice.srcObject = null;
    voices.delete(identity);
  };
  return {
    add: (identity: string, track: MediaStreamTrack) => {
      drop(identity);
      const voice = new Audio();
      voice.srcObject = new MediaStream([track]);
      voices.set(identity, voice);
      play(voice);
    },
    keepOnly: (identities: readonly string[]) => {
      for (const identity of [...voices.keys()]) if (!identities.includes(identity)) drop(identity);
    },
  };
};
