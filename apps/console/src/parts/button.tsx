import type { MouseEvent, ReactNode } from 'react';

type Props = {
  kind?: 'main' | 'secondary';
  type?: 'button' | 'submit';
  isDisabled?: boolean;
  /** While it waits for its reply it keeps the focus, and a press does nothing. */
  isWaiting?: boolean;
  /** For what is on or off. */
  isPressed?: boolean;
  /** Says more than its words, for who hears it apart from what is around it. */
  label?: string;
  onPress?: () => void;
  children: ReactNode;
};

export const Button = ({
  kind,
  type = 'button',
  isDisabled,
  isWaiting = false,
  isPressed,
  label,
  onPress,
  children,
}: Props) => {
  const press = (event: MouseEvent) => {
    if (isWaiting) event.preventDefault();
    else onPress?.();
  };
  return (
    <button
      className={kind === 'secondary' ? 'button secondary' : 'button'}
      type={type}
      disabled={isDisabled}
      aria-disabled={isWaiting || undefined}
      aria-pressed={isPressed}
      aria-label={label}
      onClick={press}
    >
      {children}
    </button>
  );
};
