import { signal } from '@preact/signals';
import type { Verification } from '@field-inspection/contract';
import { callService, Spoken } from '@field-inspection/ui';
import type { z } from 'zod';
import { head, language, root, texts, write } from './judging.ts';
import { Judgements } from './verdict.tsx';
import { writeCount, writeTime } from './words/finding.ts';

type Known = z.output<typeof Verification>;

const answer = signal<Known | 'asking' | 'failed'>('asking');

/** The only request of this page. */
export const askService = async (): Promise<void> => {
  const reply = await callService<Known>(`${root}v1/verify/${head}`);
  answer.value = reply?.isOk ? reply.body : 'failed';
};

export const KnownHead = () => {
  const known = typeof answer.value === 'object' && answer.value.known ? answer.value : undefined;
  return (
    <section aria-labelledby="service-heading">
      <h2 id="service-heading" class="subheading">
        {texts['head.heading']}
      </h2>
      <Spoken>{sayAnswer(answer.value)}</Spoken>
      {known && <p class="text quiet">{texts['head.caution']}</p>}
      <dl class="facts">
        <div>
          <dt>{texts['head.label']}</dt>
          <dd class="hash">{head}</dd>
        </div>
        {known && (
          <div>
            <dt>{texts['label.entries']}</dt>
            <dd>{writeCount(language, known.length!)}</dd>
          </div>
        )}
      </dl>
      <div>
        {known && known.anchors.length > 0 && (
          <Judgements heading={texts['label.timestamps']} items={known.anchors.map(describeAnchor)} />
        )}
      </div>
    </section>
  );
};

const sayAnswer = (known: typeof answer.value): string => {
  if (known === 'asking') return texts['head.asking'];
  if (known === 'failed') return texts['head.failed'];
  return known.known
    ? write('head.known', { time: writeTime(language, known.frozen_at!) })
    : texts['head.unknown'];
};

const describeAnchor = ({ authority, demo, status, gen_time: time }: Known['anchors'][number]) => ({
  name: authority,
  isBad: false,
  details: [
    ...(demo ? [texts['state.demo']] : []),
    texts[`state.${status}`],
    ...(time === null ? [] : [writeTime(language, time)]),
  ],
});
