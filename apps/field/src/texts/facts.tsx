import type { PageFact } from './read-page.ts';
import { formatTime } from './say.ts';

/** Leaves out what is empty. */
export const Facts = ({ facts }: { facts: readonly PageFact[] | undefined }) => (
  <dl class="facts">
    {facts?.map(([name, text, isTime]) =>
      text ? (
        <div key={name}>
          <dt>{name}</dt>
          <dd dir="auto">{isTime ? formatTime(text) : text}</dd>
        </div>
      ) : null,
    )}
  </dl>
);
