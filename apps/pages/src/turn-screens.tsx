import { isBusy } from '@field-inspection/ui';
import { signal } from '@preact/signals';

export type Shows = () => void;

/**
 * A new `turn` begins the screen anew with its heading, which takes the focus, so that a screen reader tells each step.
 * A new `complaint` is read out even in the same words.
 */
export const turnScreens = <Screen extends { name: string }, More extends object>({
  first,
  nameScreen,
  nameTitle,
}: {
  first: Screen;
  nameScreen: (screen: Screen) => string;
  nameTitle: () => string;
}) => {
  const shown = signal({ screen: first, turn: 0, complaint: 0 });
  return {
    shown,
    isShown: (name: Screen['name']): boolean => shown.value.screen.name === name,
    show: (screen: Screen): void => {
      const { turn, complaint } = shown.value;
      shown.value = { screen, turn: turn + 1, complaint };
      const [heading, title] = [nameScreen(screen), nameTitle()];
      document.title = heading === title ? heading : `${heading} – ${title}`;
    },
    complain: (error: string, more?: More): void => {
      const { screen, turn, complaint } = shown.value;
      shown.value = { screen: { ...screen, error, ...more }, turn, complaint: complaint + 1 };
    },
    /** A new key makes screen readers read each fault anew. */
    Complaint: ({ id, text }: { id?: string; text: string | undefined }) => (
      <p key={shown.value.complaint} id={id} class="error" role="alert">
        {text}
      </p>
    ),
  };
};

export const exclusively = async (work: () => Promise<Shows>): Promise<void> => {
  if (isBusy.value) return;
  isBusy.value = true;
  const shows = await work();
  isBusy.value = false;
  shows();
};
