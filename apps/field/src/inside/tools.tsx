import type { ComponentChildren } from 'preact';
import { Icon, type IconName } from '../parts/icon.tsx';
import { say } from '../texts/say.ts';
import { openView } from '../views.ts';

type Tools = {
  /** The camera's words beside the primary action, which may be a photo already. */
  photo: 'take_photo' | 'another_photo' | undefined;
};

export const Tools = ({ photo }: Tools) => (
  <div class="tools">
    {photo && <Tool name="camera">{say(`field.home.${photo}`)}</Tool>}
    <Tool name="live">{say('field.home.show_live')}</Tool>
    <Tool name="sketch">{say('field.home.sketch')}</Tool>
    <Tool name="sign">{say('field.home.sign')}</Tool>
  </div>
);

type Tool = {
  name: Extract<IconName, 'camera' | 'live' | 'sketch' | 'sign'>;
  children: ComponentChildren;
};

/** Each tool's icon has the name of its screen. */
const Tool = ({ name, children }: Tool) => (
  <button type="button" class="button secondary tool" onClick={() => openView({ name })}>
    <Icon name={name} />
    <span>{children}</span>
  </button>
);
