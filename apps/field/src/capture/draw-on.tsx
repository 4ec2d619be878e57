import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { AnnotateScreenProps } from '../draw/annotate-screen.tsx';
import { say } from '../texts/say.ts';

export type DrawOnProps = Omit<AnnotateScreenProps, 'annotations'> & {
  annotating: Pick<AnnotateScreenProps, 'annotations'> & {
    load: () => Promise<ComponentType<AnnotateScreenProps>>;
  };
};

/** Draws on what was just taken. Where that room does not come, the photo is kept all the same, and one goes on. */
export const DrawOn = ({ annotating: { load, annotations }, ...props }: DrawOnProps) => {
  const [screen, setScreen] = useState<{ Shown: ComponentType<AnnotateScreenProps> }>();
  useEffect(() => {
    load().then(
      (Shown) => setScreen({ Shown }),
      () => props.onDone(),
    );
  }, []);
  if (!screen) return <p role="status">{say('field.camera.opening')}</p>;
  return <screen.Shown {...props} annotations={annotations} />;
};
