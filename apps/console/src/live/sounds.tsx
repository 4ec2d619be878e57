import { useEffect, useRef, useState } from 'react';
import { Button } from '../parts/button.tsx';
import { write } from '../words/words.ts';

type Props = { stream: MediaStream | undefined; onVoice: (voice: MediaStreamTrack | null) => void };

/** Both voices: what the phone sends, and what the operator says once they want to. */
export const Sounds = ({ stream, onVoice }: Props) => {
  const sound = useRef<HTMLAudioElement>(null);
  const [isHeard, setIsHeard] = useState(true);
  const [voice, setVoice] = useState<MediaStreamTrack>();
  const [isBlocked, setIsBlocked] = useState(false);
  useEffect(() => {
    const audio = sound.current!;
    audio.srcObject = stream ?? null;
    // Browsers play no sound on a page that nobody has touched yet.
    if (stream) audio.play().catch(() => audio.paused && setIsHeard(false));
  }, [stream]);
  useEffect(() => () => voice?.stop(), [voice]);
  const turnSound = () => {
    setIsHeard(!isHeard);
    if (!isHeard) void sound.current!.play().catch(() => {});
  };
  const speak = async () => {
    setIsBlocked(false);
    try {
      const [track] = voice
        ? []
        : (await navigator.mediaDevices.getUserMedia({ audio: true })).getAudioTracks();
      setVoice(track);
      onVoice(track ?? null);
    } catch {
      setIsBlocked(true);
    }
  };
  return (
    <>
      <audio ref={sound} autoPlay muted={!isHeard} />
      <Button kind="secondary" isPressed={isHeard} onPress={turnSound}>
        {write('live.sound')}
      </Button>
      <Button kind="secondary" isPressed={voice !== undefined} onPress={() => void speak()}>
        {write('live.speak')}
      </Button>
      <p className="error" role="alert">
        {isBlocked && write('live.no_microphone')}
      </p>
    </>
  );
};
