import type { MouseEvent, ReactNode } from 'react';

type Props = {
  kind?: 'main' | 'secondary';
  type?: 'button' | 'submit';
  isDisabled?: boolean;
  /** While it waits for its reply it keeps the focus, and a press does nothing. */
  isWaiting?: boolean;
  onPress?: () => void;
  children: ReactNode;
};

export const Button = ({
  kind,
  type = 'button',
  isDisabled,
  isWaiting = false,
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
      onClick={press}
    >
      {children}
    </button>
  );
};
