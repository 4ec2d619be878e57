import type { Credential } from '@field-inspection/sdk';
import { useMutation } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { Asked } from '../parts/asked.tsx';
import { Button } from '../parts/button.tsx';
import { Chip } from '../parts/chip.tsx';
import { Confirm } from '../parts/confirm.tsx';
import { Secret } from '../parts/copy-button.tsx';
import { Field } from '../fields/field.tsx';
import { More } from '../parts/more.tsx';
import { readForm } from '../fields/read-form.ts';
import { Said } from '../parts/said.tsx';
import { StepUpNote } from '../parts/step-up-note.tsx';
import { client } from '../service/client.ts';
import { useMay } from '../service/me.ts';
import { queryClient } from '../service/query-client.ts';
import { usePages } from '../service/use-pages.ts';
import { write } from '../words/words.ts';
import { writeTime } from '../words/write-values.ts';

const PAGE_SIZE = 50;

const askTokensAgain = () => queryClient.invalidateQueries({ queryKey: ['tokens'] });

export const Tokens = () => {
  const mayChange = useMay('credentials:write');
  const query = usePages(['tokens'], (page, options) =>
    client.directory.listTokens({ ...page, limit: PAGE_SIZE }, options),
  );
  return (
    <>
      <Asked query={query}>
        {(tokens) => (
          <>
            {tokens.length === 0 && <p className="quiet">{write('provisioning.none')}</p>}
            <ul className="people">
              {tokens.map((token) => (
                <Token key={token.id} token={token} mayChange={mayChange} />
              ))}
            </ul>
            <More query={query} />
          </>
        )}
      </Asked>
      {mayChange && <NewToken />}
    </>
  );
};

const Token = ({ token, mayChange }: { token: Credential; mayChange: boolean }) => (
  <li>
    <p className="text">
      <strong dir="auto">{token.name}</strong> <Chip group="credential" word={token.status} />{' '}
      <code>…{token.keys[0]?.hint}</code>{' '}
      <span className="quiet">
        {token.last_used_at && `${write('keys.last_used')} ${writeTime(token.last_used_at)}`}
      </span>
    </p>
    {mayChange && token.status === 'active' && (
      <div className="actions">
        <Rotate tokenId={token.id} />
        <Revoke tokenId={token.id} />
      </div>
    )}
  </li>
);

const Rotate = ({ tokenId }: { tokenId: string }) => {
  const rotate = useMutation({
    mutationFn: () => client.directory.rotateToken(tokenId),
    onSuccess: askTokensAgain,
  });
  return (
    <Confirm
      label={write('provisioning.rotate')}
      words={write('provisioning.rotate_words')}
      now={write('endpoints.rotate_now')}
      saving={rotate}
    >
      {rotate.data && <Secret label={write('provisioning.token')} secret={rotate.data.api_key} />}
    </Confirm>
  );
};

const Revoke = ({ tokenId }: { tokenId: string }) => {
  const revoke = useMutation({
    mutationFn: () => client.directory.revokeToken(tokenId),
    onSuccess: askTokensAgain,
  });
  return (
    <Confirm
      label={write('keys.revoke')}
      words={write('provisioning.revoke_words')}
      now={write('keys.revoke_now')}
      saving={revoke}
    />
  );
};

const NewToken = () => {
  const create = useMutation({
    mutationFn: (name: string) => client.directory.createToken({ name }),
    onSuccess: askTokensAgain,
  });
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    create.mutate(readForm(event.currentTarget).name ?? '');
  };
  return (
    <form className="form" onSubmit={send}>
      <StepUpNote />
      <Field label={write('account.name')} name="name" maxLength={200} required />
      <Button kind="secondary" type="submit" isWaiting={create.isPending}>
        {write('provisioning.new_token')}
      </Button>
      <Said saving={create} done="" />
      {create.data && <Secret label={write('provisioning.token')} secret={create.data.api_key} />}
    </form>
  );
};
