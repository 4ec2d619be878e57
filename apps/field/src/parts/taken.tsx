import type { ComponentChildren } from 'preact';
import { Icon } from './icon.tsx';

type Props = { as: 'p' | 'span'; look?: 'text' | 'status'; children: ComponentChildren };

/** Says that something is taken, signed or told. The mark is a drawing, since not every font has one. */
export const Taken = ({ as: Tag, look, children }: Props) => (
  <Tag class={look ? `${look} taken` : 'taken'}>
    <Icon name="check" />
    {children}
  </Tag>
);
