import type { Me, Passkey } from '@field-inspection/contract';
import { Button } from '@field-inspection/ui';
import { useRef } from 'preact/hooks';
import { exclusively } from '../turn-screens.tsx';
import * as calls from './call-sign-in.ts';
import { openSignedIn, refuseChange } from './journey.ts';
import { hasPasskeys, makePasskey } from './passkey.ts';
import { Complaint, show, type Screen } from './show.ts';
import { write, writeTime } from './words.ts';

export const OwnPasskeys = ({ me, passkeys }: { me: Me; passkeys: Passkey[] }) => (
  <section class="part">
    <h2 class="subheading">{write('passkeys.heading')}</h2>
    <ul class="sessions">
      {passkeys.map((passkey) => (
        <li key={passkey.id} class="session passkey">
          <Button kind="secondary" onTap={() => show({ name: 'passkey', me, passkey })}>
            <bdi>{passkey.name}</bdi>
          </Button>
          <p class="text">
            <Times {...passkey} />
          </p>
        </li>
      ))}
    </ul>
    {hasPasskeys && (
      <Button kind="secondary" onTap={() => void add(me)}>
        {write('passkeys.add')}
      </Button>
    )}
  </section>
);

export const Times = ({
  created_at: since,
  last_used_at: used,
}: Pick<Passkey, 'created_at' | 'last_used_at'>) => (
  <>
    <span class="quiet">{write('sessions.since', { time: writeTime(since) })}</span>
    {used && <span class="quiet">{write('sessions.used', { time: writeTime(used) })}</span>}
  </>
);

/** A new passkey is named next. */
const add = (me: Me): Promise<void> =>
  exclusively(async () => {
    const begun = await calls.beginPasskey();
    if (!begun?.isOk) return refuseChange(me, begun, begun && write('passkeys.not_added'));
    const made = await makePasskey(begun.body);
    const answer = made && (await calls.addPasskey(made));
    return answer?.isOk
      ? () => show({ name: 'passkey', me, passkey: answer.body })
      : refuseChange(me, answer, write('passkeys.not_added'));
  });

export const OnePasskey = ({ me, passkey, error }: Extract<Screen, { name: 'passkey' }>) => {
  const field = useRef<HTMLInputElement>(null);
  const change = (work: () => ReturnType<typeof calls.removePasskey>): Promise<void> =>
    exclusively(async () => {
      const answer = await work();
      return answer?.isOk ? openSignedIn() : refuseChange(me, answer);
    });
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const name = field.current!.value.trim() || passkey.name;
        void change(() => calls.renamePasskey(passkey.id, name));
      }}
    >
      <label class="label" for="name">
        {write('passkey.name')}
      </label>
      <input
        id="name"
        class="input"
        ref={field}
        maxLength={100}
        autoComplete="off"
        dir="auto"
        defaultValue={passkey.name}
      />
      <Complaint text={error} />
      <Button>{write('passkey.save')}</Button>
      <Button kind="secondary" onTap={() => void change(() => calls.removePasskey(passkey.id))}>
        {write('passkey.remove')}
      </Button>
    </form>
  );
};
