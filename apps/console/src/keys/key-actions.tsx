import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Confirm } from '../parts/confirm.tsx';
import { Secret } from '../parts/copy-button.tsx';
import { Radios } from '../fields/radios.tsx';
import { client } from '../service/client.ts';
import { write, writeWord } from '../words/words.ts';
import { askKeyAgain } from './key-queries.ts';

const OVERLAPS = ['0', '24', '168'];

export const KeyActions = ({ credentialId }: { credentialId: string }) => (
  <div className="actions">
    <Rotate credentialId={credentialId} />
    <Revoke credentialId={credentialId} />
  </div>
);

const Rotate = ({ credentialId }: { credentialId: string }) => {
  const [hours, setHours] = useState('24');
  const rotate = useMutation({
    mutationFn: () => client.credentials.rotate(credentialId, { overlap_hours: Number(hours) }),
    onSuccess: () => askKeyAgain(credentialId),
  });
  return (
    <Confirm
      label={write('keys.rotate')}
      words={write('keys.rotate_words')}
      now={write('endpoints.rotate_now')}
      saving={rotate}
      asked={
        <Radios
          label={write('keys.overlap')}
          words={OVERLAPS}
          value={hours}
          write={(word) => writeWord('overlap', word)}
          onChange={setHours}
        />
      }
    >
      {rotate.data && <Secret label={write('keys.key')} secret={rotate.data.api_key} />}
    </Confirm>
  );
};

const Revoke = ({ credentialId }: { credentialId: string }) => {
  const revoke = useMutation({
    mutationFn: () => client.credentials.revoke(credentialId),
    onSuccess: () => askKeyAgain(credentialId),
  });
  return (
    <Confirm
      label={write('keys.revoke')}
      words={write('keys.revoke_words')}
      now={write('keys.revoke_now')}
      saving={revoke}
    />
  );
};
